// The parts of Decap that are used: the controls of its forms, their React, and the backend that it saves through.

export interface Backend {
  request(call: { readonly action: string; readonly params: object }): Promise<unknown>;
  deleteFiles: (paths: readonly string[]) => Promise<unknown>;
  persistEntry: (...args: unknown[]) => Promise<unknown>;
}

export interface Decap {
  readonly CMS: {
    init(options: { readonly config: object }): void;
    getBackend(name: "proxy"): { init: (...options: unknown[]) => Backend };
    /** Changes to it apply to all forms. */
    getWidget(name: string): { control: ControlClass };
    registerWidget(name: string, control: ControlClass): void;
  };
}

/** A value as Decap stores it. A value that one of our controls has changed is plain. */
export interface DecapValue<Value> {
  toJS(): Value;
}

export const plainOf = <Value>(value: DecapValue<Value> | Value): Value =>
  typeof value === "object" && value !== null && "toJS" in value ? value.toJS() : value;

export interface Entry {
  get(key: "data"): DecapValue<Readonly<Record<string, unknown>>> | undefined;
  get(key: "newRecord"): boolean | undefined;
}

export interface ControlProps<Value = unknown> {
  /** The id of the element that the label is for. */
  readonly forID: string;
  readonly value?: DecapValue<Value> | Value;
  readonly field: { get(option: string): unknown };
  /** The value that the form has now. */
  getEntry(): Entry;
  /** The ids of the fields and items around it: the same for all fields of a group. */
  readonly parentIds?: readonly string[];
  /** A picture that is not loaded yet is an empty one. */
  readonly getAsset: (value: string, field: unknown) => { readonly path: string };
  onChange(value: Value): void;
}

/** A component of Decap's React. */
export interface Control {
  props: ControlProps<never>;
  shouldComponentUpdate?(): boolean;
  componentDidMount?(): void;
  componentDidUpdate?(): void;
  componentWillUnmount?(): void;
  forceUpdate(): void;
  render(): Rendered;
}

export type ControlClass = new (props: object) => Control;

export type Rendered = object | string | null;

interface DecapReact {
  readonly h: (type: string, props: object, ...children: Rendered[]) => object;
  readonly createClass: (specification: object) => ControlClass;
}

const react = () => globalThis as unknown as DecapReact;

export const h: DecapReact["h"] = (...args) => react().h(...args);

/** Controls that show values of others. */
const watching = new Set<Pick<Control, "forceUpdate">>();
let frame = 0;

/** A control that is drawn again whenever anything of the form changes. */
export function controlOf<Value>(
  render: (props: ControlProps<Value>, control: Pick<Control, "forceUpdate">) => Rendered,
): ControlClass {
  type Mounted = Omit<Control, "props"> & { readonly props: ControlProps<Value> };
  return react().createClass({
    shouldComponentUpdate: () => true,
    componentDidMount(this: Mounted) {
      watching.add(this);
    },
    componentWillUnmount(this: Mounted) {
      watching.delete(this);
    },
    render(this: Mounted) {
      return render(this.props, this);
    },
  });
}

/** A control whose changes draw those again: Decap draws a control when its own value changes. */
export const reportsChanges = (control: ControlClass): ControlClass =>
  class extends control {
    override componentDidUpdate(...args: []) {
      super.componentDidUpdate?.(...args);
      drawWatching();
    }
  };

export function drawWatching(): void {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    for (const each of watching) each.forceUpdate();
  });
}
