import type { Field } from '@/kit/fields/field'
import { RichTextField } from '@/shared/ui/rich-text/rich-text-field'

/** The text of an article. A draft is its HTML. `most`: characters, pictures in it included. */
export const article = (label: string, { most = 1_000_000 } = {}): Field<string> => ({
  label,
  wide: true,
  draftOf: (stored) => (typeof stored === 'string' ? stored : ''),
  problem: (draft) => (draft.length > most ? `The text and its pictures are larger than ${most / 1_000_000} MB` : null),
  valueOf: (draft) => draft,
  words: (draft) =>
    draft
      .replaceAll(/<[^>]*>/g, ' ')
      .trim()
      .slice(0, 60),
  Input: ({ value, onChange, label: shown, disabled, error }) => (
    <RichTextField
      label={shown}
      value={value}
      onChange={onChange}
      disabled={disabled}
      error={error}
      minHeight={320}
      isArticle
    />
  ),
})
