/** An SVG picture that must not be published. `message` names what it holds: "an event handler". */
export class UnsafeSvgError extends Error {}
