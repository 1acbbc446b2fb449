// Words and a way on where a part of the window threw.
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { ErrorBoundary } from '#ui/ErrorBoundary';

interface CrashGuardProps {
  /** Leads to where the logs are saved; null where there is no such way. */
  readonly onLogs?: (() => void) | null;
  readonly children: ReactNode;
}

export function CrashGuard({ onLogs = null, children }: CrashGuardProps) {
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
          {onLogs !== null && (
            <Button variant="text" onPress={onLogs}>
              {t('crash.logs')}
            </Button>
          )}
        </EmptyState>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
