import { configure } from '@testing-library/dom'

// What a test waits for comes when it comes: the usual second is over while a machine with two cores does something else. It is a limit and
// measures nothing. Each test has longer than one of its waits.
configure({ asyncUtilTimeout: 10_000 })
