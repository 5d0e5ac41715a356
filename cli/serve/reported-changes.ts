// Changes that watchers report: those that arrive together begin one build.

export interface ReportedChanges {
  /** This file may have changed; "" where it is not known which. */
  add(path: string): void;
  /** Gives the paths that were added since the last call. */
  take(): string[];
  /** No build needs to begin for the paths that were added so far. */
  settle(): void;
}

export function createReportedChanges(begin: () => void): ReportedChanges {
  const paths: string[] = [];
  let beginning: NodeJS.Immediate | undefined;
  return {
    add(path) {
      paths.push(path);
      // Runs after all events that have arrived, and before the watcher lists the folder again.
      beginning ??= setImmediate(begin);
    },
    take: () => paths.splice(0),
    settle() {
      clearImmediate(beginning);
      beginning = undefined;
    },
  };
}
