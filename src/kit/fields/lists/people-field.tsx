import { MultiSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { pickFirst } from '@/shared/hooks/pick-first'
import { parsed } from '../choice-fields'
import type { Field, FieldInput, FieldOptions } from '../field'
import { shared } from '../text-fields'

const idsSchema = z.array(z.string())
const idsOf = (draft: string): string[] => idsSchema.catch([]).parse(parsed(draft))

/** Colleagues, saved as a list of their accounts. */
export const people = (label: string, options: FieldOptions = {}): Field<string[]> => ({
  missing: 'Please choose at least one',
  ...options,
  label,
  isEmpty: (draft) => idsOf(draft).length === 0,
  draftOf: (stored) => (Array.isArray(stored) && stored.length > 0 ? JSON.stringify(stored) : ''),
  problem: () => null,
  valueOf: idsOf,
  words: (draft) => String(idsOf(draft).length || ''),
  show: (draft) => <Names ids={idsOf(draft)} />,
  Input: function PeopleInput({ onChange, value, ...input }: FieldInput) {
    const { data: staff = [] } = useQuery(staffQuery)
    const chosen = idsOf(value)
    const unknown = chosen.filter((id) => !staff.some((one) => one.value === id))
    return (
      <MultiSelect
        {...shared(input)}
        searchable
        clearable
        hidePickedOptions
        onKeyDownCapture={pickFirst}
        value={chosen}
        onChange={(next) => onChange(next.length > 0 ? JSON.stringify(next) : '')}
        data={[...staff, ...unknown.map((id) => ({ value: id, label: 'Unknown' }))]}
        nothingFoundMessage="Nobody found"
      />
    )
  },
})

function Names({ ids }: { ids: readonly string[] }) {
  const { data: staff } = useQuery(staffQuery)
  return (
    <Text span inherit>
      {ids.map((id) => staff?.find(({ value }) => value === id)?.label ?? (staff ? 'Unknown' : '…')).join(', ')}
    </Text>
  )
}
