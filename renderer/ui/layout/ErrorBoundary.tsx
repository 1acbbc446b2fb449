// Keeps a component that throws from taking the window with it. React offers this only to classes.
import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What stands there instead; `again` draws the children anew. */
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
