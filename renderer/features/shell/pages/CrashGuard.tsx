// Words and a way on where a part of the window threw.
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { ErrorBoundary } from '#ui/layout/ErrorBoundary';
import { PreloadError } from '#ui/later';

interface CrashGuardProps {
  /** Leads to where the logs are saved; null where there is no such way. */
  readonly onLogs?: (() => void) | null;
  /** Reloads the window. */
  readonly reload?: () => void;
  readonly children: ReactNode;
}

const reloadWindow = (): void => window.location.reload();

export function CrashGuard({ onLogs = null, reload = reloadWindow, children }: CrashGuardProps) {
  const { t } = useTranslation();
  return (
    <ErrorBoundary
      fallback={(again, thrown) => (
        <EmptyState
          tone="danger"
          icon={CircleAlert}
          title={t(thrown instanceof PreloadError ? 'crash.partTitle' : 'crash.title')}
          text={thrown instanceof PreloadError ? t('crash.partText') : t('crash.text')}
        >
          {thrown instanceof PreloadError && (
            <Button variant="primary" onPress={reload}>
              {t('crash.reload')}
            </Button>
          )}
          <Button
            variant={thrown instanceof PreloadError ? 'secondary' : 'primary'}
            onPress={again}
          >
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
