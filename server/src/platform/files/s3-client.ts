import { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../settings.ts'

/** Milliseconds for a connection, and for the next byte either way. */
const patience = { connectionTimeout: 2_000, socketTimeout: 6_000 }
/** What goes wrong is told by whoever asked, with what it was about. */
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
/** Sockets at most; further requests wait. */
const sockets = 50

/**
 * Speaks S3 as servers other than Amazon's understand it, too: the SDK's own checksums are asked for by none of our requests (radosgw of
 * Debian 12 refuses bodies with trailing ones). Nothing is tried twice by it: a body that is streamed from a file has to be opened anew.
 */
export const openClient = ({ endpoint, region, credentials, pathStyle }: S3Settings): S3Client =>
  new S3Client({
    region,
    forcePathStyle: pathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    // A trip before each body, and a second where a proxy does not know of it.
    expectContinueHeader: false,
    logger: silent,
    requestHandler: {
      ...patience,
      httpAgent: { keepAlive: true, maxSockets: sockets },
      httpsAgent: { keepAlive: true, maxSockets: sockets },
    },
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
  })
