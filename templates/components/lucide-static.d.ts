declare module "lucide-static/dist/esm/icons/*.mjs" {
  /** The text of the drawing's SVG file. */
  const svg: string;
  export default svg;
}
