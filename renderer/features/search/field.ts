// The field of Search, for whoever leads there.
export const searchFieldId = 'search-field';

/** Once the place is drawn; what was typed last is chosen, so that typing replaces it. */
export function focusSearch(): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(searchFieldId);
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  });
}
