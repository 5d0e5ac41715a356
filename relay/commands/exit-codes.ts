/** As the site's command line has them; scripts rely on these. 74 is `EX_IOERR` of sysexits(3): the disk can no longer be trusted. 75 is `EX_TEMPFAIL`: a mail
 * server keeps the mail and comes again. */
export const EXIT = { done: 0, failed: 1, usage: 2, storeFailed: 74, tryAgain: 75, interrupted: 130 } as const;
