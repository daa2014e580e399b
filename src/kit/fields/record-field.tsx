import { RecordPicker } from '../pickers/record-picker'
import type { RecordSource } from '../pickers/record-source'
import { type Field, type FieldInput, type FieldOptions, withArticle } from './field'
import { shared } from './text-fields'

type RecordOptions = FieldOptions & {
  /** A record that is not offered: the form's own. */
  except?: string
}
type Required = RecordOptions & { required: true }

/** Another record, picked by words. Saves its id. */
export function record(label: string, source: RecordSource, options: Required): Field<string>
export function record(label: string, source: RecordSource, options?: RecordOptions): Field<string | null>
export function record(
  label: string,
  source: RecordSource,
  { except, ...options }: RecordOptions = {},
): Field<string | null> {
  return {
    missing: `Please choose ${withArticle(source.one)}`,
    ...options,
    label,
    draftOf: (stored) => (typeof stored === 'string' ? stored : ''),
    problem: () => null,
    valueOf: (draft) => draft || null,
    words: (draft) => (draft === '' ? '' : `another ${source.one}`),
    Input: function RecordInput({ value, onChange, ...input }: FieldInput) {
      return (
        <RecordPicker
          {...shared(input)}
          source={source}
          except={except}
          value={value === '' ? null : value}
          onChange={(id) => onChange(id ?? '')}
        />
      )
    },
  }
}
