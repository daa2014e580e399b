import { ActionIcon, Button, Group, Skeleton, Table, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { countText } from '@/shared/domain/formats'
import { storableLine } from '@/shared/domain/storable'
import { CellCheckbox } from '@/shared/ui/cell-checkbox'
import { useKeptEdits } from '@/shared/ui/kept-edits'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import list from '@/shared/ui/record-list.module.css'
import { isDuplicate, saveProblem } from '@/shared/ui/save-problem'
import { useRefusal } from '@/shared/ui/use-refusal'
import { contactTypesQuery } from '../api/contact.query'
import { addContactType, changeContactType, removeContactType } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { useLivePages } from '../use-live-pages'

/** /contacts/types: the kinds of contacts that the company tells apart. One in use cannot be removed. */
export function ContactTypesScreen() {
  const queryClient = useQueryClient()
  const types = useQuery(contactTypesQuery)
  const { values, put, forget } = useKeptEdits('contact-type', { name: '' })
  const name = values.name
  useLivePages('contacts')
  const reread = () => queryClient.invalidateQueries({ queryKey: contactsKey })
  const adding = useMutation({
    mutationFn: () => addContactType({ name: storableLine(name), is_client: true, is_supplier: false }),
    onSuccess: async () => {
      forget()
      await reread()
    },
  })
  const changing = useMutation({
    mutationFn: ({ id, ...change }: { id: string; name?: string; is_client?: boolean; is_supplier?: boolean }) =>
      changeContactType(id, change),
    onSettled: reread,
  })
  const removing = useMutation({ mutationFn: removeContactType, onSettled: reread })
  const { form } = useRefusal(adding.error)
  const problem = adding.error ?? changing.error ?? removing.error
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (storableLine(name) !== '' && !adding.isPending) adding.mutate()
  }

  return (
    <PageFrame title="Contact Types" width="text">
      {problem ? <Problem>{saveProblem(problem, 'There is a type of this name already.')}</Problem> : null}
      <form ref={form} onSubmit={submit} data-kept>
        <Group align="flex-end" mb="md">
          <TextInput
            label="New type"
            maxLength={80}
            style={{ flex: 1 }}
            value={name}
            error={isDuplicate(adding.error)}
            onChange={(event) => {
              adding.reset()
              put('name', event.currentTarget.value)
            }}
          />
          <Button
            type="submit"
            disabled={storableLine(name) === ''}
            loading={adding.isPending}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            Add type
          </Button>
        </Group>
      </form>
      {types.isPending ? <Skeleton height={160} aria-hidden /> : null}
      {types.isError ? <Problem onRetry={() => void types.refetch()}>The types could not be read</Problem> : null}
      <Table aria-label="Contact types" className={list.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th ta="center">Client</Table.Th>
            <Table.Th ta="center">Supplier</Table.Th>
            <Table.Th visibleFrom="xs">Used</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {types.data?.map((type) => (
            <Table.Tr key={type.id}>
              <Table.Td>
                <TextInput
                  key={type.name}
                  aria-label={`Name of ${type.name}`}
                  variant="unstyled"
                  maxLength={80}
                  defaultValue={type.name}
                  onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
                  onBlur={(event) => {
                    const typed = storableLine(event.currentTarget.value)
                    if (typed === '') event.currentTarget.value = type.name
                    else if (typed !== type.name) changing.mutate({ id: type.id, name: typed })
                  }}
                />
                <Text component="span" hiddenFrom="xs" className={list.below}>
                  {type.used === 0 ? 'Not used' : type.used === 1 ? 'Used once' : `Used ${countText(type.used)} times`}
                </Text>
              </Table.Td>
              <Table.Td>
                <CellCheckbox
                  aria-label={`${type.name} is a client`}
                  checked={type.is_client}
                  onChange={(event) => changing.mutate({ id: type.id, is_client: event.currentTarget.checked })}
                />
              </Table.Td>
              <Table.Td>
                <CellCheckbox
                  aria-label={`${type.name} is a supplier`}
                  checked={type.is_supplier}
                  onChange={(event) => changing.mutate({ id: type.id, is_supplier: event.currentTarget.checked })}
                />
              </Table.Td>
              <Table.Td visibleFrom="xs">{countText(type.used)}</Table.Td>
              <Table.Td w={52}>
                <ActionIcon
                  size="lg"
                  aria-label={`Remove ${type.name}`}
                  disabled={type.used > 0}
                  onClick={() => removing.mutate(type.id)}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </PageFrame>
  )
}
