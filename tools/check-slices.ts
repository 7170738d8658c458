import { findFolderFaults } from './folder-faults.ts'
import { findSliceFaults } from './slice-faults.ts'

const faults = [...findSliceFaults('.'), ...findFolderFaults('.')]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log('slices: ok')
