// The pages of edited entries and those that show them, rendered with what the last build kept. As long as nothing else of the site can see a
// difference, all other pages and files are as they were: the outlines of the entries say so.
import { openSitePictures } from "../assets/images/site-pictures.ts";
import { isSameOutline, wordsOf } from "../entries/outline.ts";
import { createPartition } from "../entries/partition.ts";
import { setupOf } from "../entries/partitions.ts";
import { changedEntries } from "./changed-entries.ts";
import { pageFile, readEntries, renderEntries } from "./read-entries.ts";
import { type RenewedSite, type RenewJob, renewReaders } from "./renew-readers.ts";
import { isSteady } from "./renew-routes.ts";
import { withPictures } from "./renew-uses.ts";
import { RENEWED_AT_MOST } from "./site-record.ts";

/** undefined if more of the site may have changed. */
export async function renewSite(job: RenewJob): Promise<RenewedSite | undefined> {
  const { templates, last, record } = job;
  const entries = last.changed.length > RENEWED_AT_MOST ? undefined : changedEntries(job);
  // A warning that is in a changed file may have moved.
  if (!entries || last.warnings.some(({ file }) => entries.some(({ source }) => source.file === file)))
    return undefined;
  const partition = createPartition(setupOf(templates), templates);
  const pictures = once(() => openSitePictures(job.config));
  const read = await readEntries(partition, entries, job, record.index);
  const site = read && (await withPictures(record.site, read.images, pictures));
  if (!site) return undefined;
  const edited = read.entries;
  if (edited.every((one) => isSteady(one) && wordsOf(one.summary, one.shown) === one.known?.outline.words)) {
    const made = await renderEntries(partition, edited, site);
    if (!made) return undefined;
    if (made.every(({ outline, known }) => outline && isSameOutline(known?.outline, outline))) {
      const { routes, unfinished } = last;
      return { files: made.flatMap(pageFile), removed: new Set(), routes, unfinished, later: undefined };
    }
  }
  return renewReaders(job, partition, read, site, pictures);
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
