import { RecordPicker } from '../pickers/record-picker'
import type { RecordSource } from '../pickers/record-source'
import type { Field, FieldInput, FieldOptions } from './field'
import { shared } from './text-fields'

type Required = FieldOptions & { required: true }

/** Another record, picked by words. Saves its id. */
export function record(label: string, source: RecordSource, options: Required): Field<string>
export function record(label: string, source: RecordSource, options?: FieldOptions): Field<string | null>
export function record(label: string, source: RecordSource, options: FieldOptions = {}): Field<string | null> {
  return {
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
          value={value === '' ? null : value}
          onChange={(id) => onChange(id ?? '')}
        />
      )
    },
  }
}
