// Words and a way on where a part of the window threw.
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorBoundary } from '../../ui/ErrorBoundary';

export function CrashGuard({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <ErrorBoundary
      fallback={(again) => (
        <EmptyState
          tone="danger"
          icon={CircleAlert}
          title={t('crash.title')}
          text={t('crash.text')}
        >
          <Button variant="primary" onPress={again}>
            {t('crash.again')}
          </Button>
        </EmptyState>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
