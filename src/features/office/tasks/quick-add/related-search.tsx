import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Client, clientText, unifiedSearchFrom } from '@/shared/domain/records/related'
import { pickFirst } from '@/shared/hooks/pick-first'
import { clientQuotationsQuery, type FoundQuotation, unifiedSearchQuery } from '../api/related-search.query'

/** Typing asks after this pause, in ms. */
const pause = 200

type UnifiedSearchProps = {
  typed: string
  disabled: boolean
  onType: (text: string) => void
  onQuotation: (found: FoundQuotation) => void
  onClient: (client: Client) => void
}

/** Quotations and clients at once, from 2 characters (spec 2 §5). */
export function UnifiedSearch({ typed, disabled, onType, onQuotation, onClient }: UnifiedSearchProps) {
  const [asked] = useDebouncedValue(typed, pause)
  const found = useQuery({ ...unifiedSearchQuery(asked), placeholderData: keepPreviousData })
  const canAsk = typed.trim().length >= unifiedSearchFrom
  const { quotations, clients } = found.data ?? { quotations: [], clients: [] }
  const isSettled = !found.isFetching && asked === typed

  return (
    <SearchField
      label="Related To"
      placeholder="Search a quotation or a client"
      typed={typed}
      disabled={disabled}
      onType={onType}
      isBusy={canAsk && !isSettled}
      isOpen={canAsk}
      note={
        found.isError
          ? 'The search failed. Try again.'
          : isSettled && quotations.length + clients.length === 0
            ? 'No quotations or clients found'
            : null
      }
      onPick={(value) => {
        const quotation = quotations.find((each) => each.quotation.id === value)
        const client = clients.find(({ id }) => id === value)
        if (quotation) onQuotation(quotation)
        else if (client) onClient(client)
      }}
    >
      {quotations.length > 0 ? (
        <Combobox.Group label="Quotations">{quotations.map(quotationOption)}</Combobox.Group>
      ) : null}
      {clients.length > 0 ? (
        <Combobox.Group label="Clients">
          {clients.map((client) => (
            <Combobox.Option key={client.id} value={client.id}>
              {clientText(client)}
            </Combobox.Option>
          ))}
        </Combobox.Group>
      ) : null}
    </SearchField>
  )
}

type ClientQuotationSearchProps = Pick<UnifiedSearchProps, 'typed' | 'disabled' | 'onType' | 'onQuotation'> & {
  clientId: string
}

/** The quotations of one client, newest first (spec 2 §4, §9). */
export function ClientQuotationSearch(props: ClientQuotationSearchProps) {
  const { clientId, typed, disabled, onType, onQuotation } = props
  const [asked] = useDebouncedValue(typed, pause)
  const found = useQuery({ ...clientQuotationsQuery(clientId, asked), placeholderData: keepPreviousData })
  const quotations = found.data ?? []
  return (
    <SearchField
      label="Quotation"
      placeholder="Search by number"
      typed={typed}
      disabled={disabled}
      onType={onType}
      isBusy={found.isFetching || asked !== typed}
      isOpen
      note={
        found.isError
          ? 'The search failed. Try again.'
          : !found.isFetching && quotations.length === 0
            ? 'No quotations found for this client'
            : null
      }
      onPick={(value) => {
        const quotation = quotations.find((each) => each.quotation.id === value)
        if (quotation) onQuotation(quotation)
      }}
    >
      {quotations.map(quotationOption)}
    </SearchField>
  )
}

const quotationOption = ({ quotation, client, projectTitle, status }: FoundQuotation) => (
  <Combobox.Option key={quotation.id} value={quotation.id}>
    <Text span size="sm" fw={600}>
      {quotation.number}
    </Text>{' '}
    <Text span size="sm" c="dimmed">
      {[projectTitle, client?.name, status.replaceAll('_', ' ')].filter(Boolean).join(' · ')}
    </Text>
  </Combobox.Option>
)

type SearchFieldProps = {
  label: string
  placeholder: string
  typed: string
  disabled: boolean
  isBusy: boolean
  /** True when there is something to show while the field has the focus. */
  isOpen: boolean
  note: string | null
  onType: (text: string) => void
  onPick: (value: string) => void
  children: ReactNode
}

function SearchField(props: SearchFieldProps) {
  const { label, placeholder, typed, disabled, isBusy, isOpen, note, onType, onPick, children } = props
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        combobox.closeDropdown()
        onPick(value)
      }}
    >
      <Combobox.Target>
        <TextInput
          label={label}
          placeholder={placeholder}
          value={typed}
          disabled={disabled}
          autoComplete="off"
          data-busy={isBusy || undefined}
          onKeyDownCapture={pickFirst}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={isBusy ? <Loader size={16} /> : null}
          onChange={(event) => {
            onType(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={label}>
          {children}
          {note ? <Combobox.Empty>{note}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
