// An allowlist of what an SVG picture may hold: only what is named here is published.

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Increase it with every change to what is published of an SVG picture: its files get new addresses. */
export const SVG_RULES_VERSION = 4;

/** Shapes, text, paint, filters and motion that stays inside the picture. */
export const ELEMENTS = names(`
  svg g defs symbol use switch title desc path rect circle ellipse line polyline polygon text tspan textPath image style
  linearGradient radialGradient stop pattern clipPath mask marker view animate animateMotion animateTransform mpath set
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`);

/** Elements that only editors and scripts read: the picture looks the same without them. */
export const DROPPED_ELEMENTS = names("metadata cursor font font-face glyph missing-glyph color-profile");

/** Attributes whose value is CSS: SVG 2, "presentation attributes". */
const PRESENTATION = names(`
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters color-rendering
  direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight glyph-orientation-horizontal glyph-orientation-vertical
  image-rendering letter-spacing lighting-color marker-end marker-mid marker-start mask mask-type opacity overflow paint-order
  pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-overflow text-rendering transform-origin
  unicode-bidi vector-effect visibility white-space word-spacing writing-mode`);

/** Numbers, names and lists with their own grammar: geometry. */
const DRAWING = names(`
  x y z width height x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength offset transform gradientTransform patternTransform
  viewBox preserveAspectRatio gradientUnits spreadMethod patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits
  markerUnits markerWidth markerHeight refX refY orient filterUnits primitiveUnits in in2 result mode operator k1 k2 k3 k4
  tableValues slope intercept amplitude exponent baseFrequency numOctaves seed stitchTiles stdDeviation edgeMode dx dy rotate scale
  xChannelSelector yChannelSelector order kernelMatrix divisor bias targetX targetY preserveAlpha kernelUnitLength surfaceScale
  diffuseConstant specularConstant specularExponent azimuth elevation pointsAtX pointsAtY pointsAtZ limitingConeAngle radius
  textLength lengthAdjust startOffset method spacing side`);

/** Timing of animations, and their target. */
const MOTION = names(`
  attributeName from to by values begin dur end min max restart repeatCount repeatDur fill calcMode keyTimes keySplines keyPoints
  path additive accumulate origin`);

/** Attributes with words and names, which neither draw nor load anything. */
export const WORDS = names("id class lang role begin end");

const OTHERS = names("href style type media version systemLanguage");

export const isAllowedAttribute = (name: string): boolean =>
  [PRESENTATION, DRAWING, MOTION, WORDS, OTHERS].some((list) => list.has(name)) || /^aria-[a-z]+$/.test(name);

/** Whether an animation may change an attribute: never links, styles or scripts. */
export const isAnimated = (name: string): boolean => PRESENTATION.has(name) || DRAWING.has(name);

/** CSS functions that compute, move and colour, those of selectors, and plain brackets. None loads anything: url() may only name a part of the picture. */
export const FUNCTIONS = new Set([
  "",
  ...names(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp url
  matrix matrix3d translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate rotatex rotatey
  rotatez rotate3d skew skewx skewy perspective blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate
  sepia cubic-bezier steps linear path circle ellipse inset polygon rect
  not is where nth-child nth-last-child nth-of-type nth-last-of-type first-of-type lang dir`),
]);

export const AT_RULES = names("media keyframes charset namespace -webkit-keyframes -moz-keyframes -o-keyframes");
