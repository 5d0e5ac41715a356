// Packages that are not compiled into a program, but loaded from their own folder, which may be far from the compiled files.

/** A plugin of esbuild that leaves out packages and their subpaths. A package that is not installed keeps its name. */
export const leaveOut = (...names) => ({
  name: "leave-out",
  setup: (build) =>
    build.onResolve({ filter: new RegExp(`^(?:${names.join("|")})(?:/|$)`) }, ({ path }) => ({
      path: fileOf(path),
      external: true,
    })),
});

function fileOf(name) {
  try {
    return import.meta.resolve(name);
  } catch {
    return name;
  }
}
