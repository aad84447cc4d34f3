/** How much of a resumable upload is made durable at a time, in bytes: 80 frames, one part of an S3 store. */
export const partBytes = 5 * 1024 * 1024

/** An unfinished upload is removed this long after it began; milliseconds. */
export const unfinishedFor = 24 * 60 * 60 * 1000
