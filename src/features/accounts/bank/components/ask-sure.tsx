import { Button, Group, Modal, Table, Text } from '@mantine/core'
import { readableIban } from '@/shared/domain/money/iban'
import { exact, sum, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText, countText } from '@/shared/domain/text/formats'
import type { SureEntry } from '../api/sure.query'
import classes from './bank.module.css'

type AskSureProps = {
  question: { isOpen: boolean; close: () => void }
  /** The entries of the question. They stay while it closes. */
  entries: readonly SureEntry[]
  isBusy: boolean
  onConfirm: (entries: readonly SureEntry[]) => void
}

/** Lists sure entries with their sums, a table for each bank account, and asks whether all of them are booked. */
export function AskSure({ question, entries: all, isBusy, onConfirm }: AskSureProps) {
  const title = all.length === 1 ? 'Book this entry?' : `Book these ${countText(all.length)} entries?`
  const accounts = Map.groupBy(all, ({ account_iban }) => account_iban)
  return (
    <Modal opened={question.isOpen && all.length > 0} onClose={question.close} title={title} size="xl">
      <Text size="sm">{`${sumsOf(all)} Each entry is booked as its line says.`}</Text>
      {[...accounts].map(([iban, rows]) => (
        <section key={iban ?? ''} className={classes.asked} aria-label={accountName(iban)}>
          <Group justify="space-between" gap="xs" mb={4}>
            <Text fw={600}>{accountName(iban)}</Text>
            {accounts.size > 1 ? (
              <Text size="sm" c="dimmed">
                {sumsOf(rows)}
              </Text>
            ) : null}
          </Group>
          <Table verticalSpacing={6} horizontalSpacing={0}>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td className={classes.what ?? ''}>
                    {row.party_name ?? 'Without a name'}
                    <Text size="xs" c="dimmed">
                      {daysOf(row)} · {row.what}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="right" className={classes.amount ?? ''}>
                    {formatMoney(row.direction === 'out' ? `-${row.amount}` : row.amount, row.currency)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={question.close}>
          Cancel
        </Button>
        <Button loading={isBusy} onClick={() => onConfirm(all)}>
          {all.length === 1 ? 'Book 1 entry' : `Book ${countText(all.length)} entries`}
        </Button>
      </Group>
    </Modal>
  )
}

/** `28 Nov 2026`, and with a closed day `28 Nov 2026, booked on 1 Dec 2026`. */
const daysOf = ({ booked_on, books_on }: SureEntry): string =>
  [calendarDayText(booked_on), ...(books_on === null ? [] : [`booked on ${calendarDayText(books_on)}`])].join(', ')

const accountName = (iban: string | null): string =>
  iban ? `Account ${readableIban(iban)}` : 'Account without an IBAN'

/** `4 in, €7,000.00; 2 out, €838.00.` */
function sumsOf(entries: readonly SureEntry[]): string {
  const side = (direction: 'in' | 'out'): string | null => {
    const of = entries.filter((entry) => entry.direction === direction)
    if (of.length === 0) return null
    const byCurrency = [...Map.groupBy(of, ({ currency }) => currency)].map(([currency, rows]) =>
      formatMoney(written(sum(rows.map(({ amount }) => exact(amount)))), currency),
    )
    return `${countText(of.length)} ${direction}, ${byCurrency.join(' and ')}`
  }
  return `${[side('in'), side('out')].filter(Boolean).join('; ')}.`
}
