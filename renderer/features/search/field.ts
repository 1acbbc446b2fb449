// The fields of the place Search and of the search beside a chat, for whoever leads there.
export const searchFieldId = 'search-field';
export const roomSearchFieldId = 'room-search-field';

/** Once it is drawn; what was typed last is chosen, so that typing replaces it. */
export function focusSearch(id = searchFieldId): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(id);
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  });
}
