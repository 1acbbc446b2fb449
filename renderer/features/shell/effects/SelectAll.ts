// Ctrl+A outside of fields: the text of a document that is open, or nothing; never all words of the app. Lists choose their rows themselves.
import { useEffect } from 'react';
import { isMod, isTextField } from '#ui/focus/keys';

export function SelectAll(): null {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'a' || event.shiftKey || event.altKey || !isMod(event))
        return;
      if (event.defaultPrevented || isTextField(event.target)) return;
      event.preventDefault();
      const read = event.target instanceof Element && event.target.closest('[role="document"]');
      if (read) getSelection()?.selectAllChildren(read);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return null;
}
