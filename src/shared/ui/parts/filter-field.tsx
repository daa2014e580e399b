import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

type FilterFieldProps = Pick<TextInputProps, 'className' | 'mb'> & {
  label: string
  placeholder: string
  text: string
  onFilter: (text: string) => void
}

/** Filters the rows on the screen with each key. To search on the server use `SearchField`. */
export const FilterField = ({ label, placeholder, text, onFilter, ...place }: FilterFieldProps) => (
  <TextInput
    {...place}
    aria-label={label}
    placeholder={placeholder}
    value={text}
    onChange={(event) => onFilter(event.currentTarget.value)}
    leftSection={<IconSearch size={16} aria-hidden />}
    rightSection={text ? <CloseButton aria-label="Clear the search" size="sm" onClick={() => onFilter('')} /> : null}
  />
)
