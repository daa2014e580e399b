import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { exact, minus, shortened, written } from '@/shared/domain/money/decimal'
import { formatMoney, readDecimal, type TypedDecimal, withMinus } from '@/shared/domain/money/money'
import { countText } from '@/shared/domain/text/formats'
import { saveProblem } from '@/shared/hooks/save-problem'
import { memoryOfTab } from '@/shared/lib/memory'
import { Problem } from '@/shared/ui/page/problem'
import { bookSumsQuery, booksKey, expectSums } from '../api/books.query'
import type { BookKind } from '../import/fields'

type Sum = { name: string; arrived: string; expected: string | null }

/** The control sums of an import: the person types those of the former books, and sees whether what arrived is equal. */
export function BooksSums({ importId, kind }: { importId: string; kind: BookKind }) {
  const sums = useQuery(bookSumsQuery(importId))
  const { typed, type, saving } = useTyped(importId)
  if (sums.isError) return <Problem onRetry={() => void sums.refetch()}>The control sums could not be read</Problem>
  if (!sums.data) return null
  const read = sums.data.map((sum) => ({ sum, ...readSum(sum, typed[sum.name]) }))
  const values = Object.fromEntries(
    read.map(({ sum, value }): [string, string] => [sum.name, 'value' in value ? value.value : '']),
  )
  return (
    <Stack gap="xs" mt="sm" component="form" onSubmit={(event) => event.preventDefault()}>
      <Text size="sm">Control sums: what do the former books say?</Text>
      {read.map(({ sum, text, value }) => (
        <Group key={sum.name} align="flex-start" gap="md">
          <TextInput
            label={labelOf(kind, sum.name)}
            inputMode="decimal"
            w={220}
            value={text}
            error={'problem' in value ? value.problem : null}
            onChange={(event) => type(sum.name, event.currentTarget.value)}
          />
          <SaidSum sum={sum} isAmount={isAmount(sum.name)} />
        </Group>
      ))}
      {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
      {Object.keys(typed).length > 0 ? (
        <Group>
          <Button
            type="submit"
            size="xs"
            loading={saving.isPending}
            disabled={read.some(({ value }) => 'problem' in value)}
            onClick={() => saving.mutate(values)}
          >
            Compare
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

/** What somebody typed and did not compare yet: a reload keeps it. */
function useTyped(importId: string) {
  const queryClient = useQueryClient()
  const memory = memoryOfTab(`book-sums:${importId}`, z.record(z.string(), z.string()))
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() => memory.read() ?? {})
  const saving = useActMutation({
    mutationFn: (expected: Record<string, string>) => expectSums(importId, expected),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: booksKey })
      memory.forget()
      setTyped({})
    },
  })
  const type = (name: string, text: string) => {
    const next = { ...typed, [name]: text }
    memory.keep(next)
    setTyped(next)
  }
  return { typed, type, saving }
}

const isAmount = (name: string): boolean => !name.startsWith('count')

const labelOf = (kind: BookKind, name: string): string =>
  kind.sums.find((sum) => sum.name === name)?.label ?? `Number of ${kind.many}`

function readSum({ name, expected }: Sum, typed: string | undefined): { text: string; value: TypedDecimal } {
  const text = typed ?? expected ?? ''
  if (text === '') return { text, value: { value: '' } }
  return { text, value: readDecimal(text, isAmount(name) ? { places: 2 } : { places: 0, least: '0' }) }
}

/** What arrived, and whether it is what was expected. */
function SaidSum({ sum: { arrived, expected }, isAmount }: { sum: Sum; isAmount: boolean }) {
  const said = (value: string) => (isAmount ? formatMoney(value) : withMinus(countText(Number(value))))
  const difference = expected ? shortened(minus(exact(arrived), exact(expected))) : null
  return (
    <div>
      <Text size="sm" mt={4}>
        Arrived: {said(arrived)}
      </Text>
      {difference === null ? null : difference.units === 0n ? (
        <Text size="sm" c="teal" fw={600}>
          Equal
        </Text>
      ) : (
        <Text size="sm" c="red" fw={600}>
          Difference: {said(written(difference))}
        </Text>
      )}
    </div>
  )
}
