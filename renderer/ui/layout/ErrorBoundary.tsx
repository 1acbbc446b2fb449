// Catches errors of a component, so that they do not unmount the whole window. React offers this only to classes.
import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Rendered instead of the children; `again` renders the children again. */
  readonly fallback: (again: () => void, thrown: unknown) => ReactNode;
}

export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { readonly failure: { readonly thrown: unknown } | null }
> {
  override state: { readonly failure: { readonly thrown: unknown } | null } = { failure: null };

  static getDerivedStateFromError(thrown: unknown) {
    return { failure: { thrown } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return this.props.fallback(() => this.setState({ failure: null }), failure.thrown);
  }
}
