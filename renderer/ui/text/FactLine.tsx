// Facts about a thing on one line, each in its own direction: else a number and its unit change places where the line runs from right to
// left.
import { Fragment, type ReactNode } from 'react';

export const FactLine = ({ all }: { readonly all: readonly (string | null)[] }): ReactNode =>
  all
    .filter((fact) => fact !== null)
    .map((fact, index) => (
      <Fragment key={fact}>
        {index > 0 && (document.dir === 'rtl' ? ' · ' : ', ')}
        <bdi>{fact}</bdi>
      </Fragment>
    ));
