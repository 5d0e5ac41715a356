// The only file that hydrates a component, with the engine that `react` resolves to.
import { Component, type ComponentType, type ReactNode, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { rememberTyped } from "./typed-values.ts";

interface GuardProps {
  readonly onFailure: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Catches what a component throws while it renders and in its effects. */
class Guard extends Component<GuardProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error);
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}

/** Before the component: its effects find in new controls what was typed into the old ones. */
function Typed({ putBack }: { readonly putBack: () => void }) {
  useLayoutEffect(putBack, [putBack]);
  return null;
}

/** Effects run in the order of the tree: when this one does, those of the component before it have run. */
function Ready({ onReady }: { readonly onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return null;
}

/**
 * Fulfilled when the component can act, or has failed. The panel replaces its HTML, so the engine unmounts it first, after the current
 * render.
 */
export function hydrate(
  place: HTMLElement,
  Island: ComponentType<object>,
  props: object,
  fail: (error: unknown) => void,
): Promise<void> {
  return new Promise((done) => {
    const onFailure = (error: unknown) =>
      queueMicrotask(() => {
        root.unmount();
        fail(error);
        done();
      });
    const putBack = rememberTyped(place);
    const root = hydrateRoot(
      place,
      <Guard onFailure={onFailure}>
        <Typed putBack={putBack} />
        <Island {...props} />
        <Ready onReady={done} />
      </Guard>,
      {
        // Reported where the panel is shown.
        onCaughtError: () => {},
        // HTML that an extension or a translation has changed: React has put its own in its place.
        onRecoverableError: (error) => console.warn(error),
      },
    );
  });
}
