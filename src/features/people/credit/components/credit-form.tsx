import { ActionIcon, Button, Checkbox, Group, Stack, Text, Textarea, TextInput, Title, Tooltip } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { ChangedMeanwhile } from '@/shared/ui/changed-meanwhile'
import { useKeptEdits } from '@/shared/ui/kept-edits'
import { saveProblem } from '@/shared/ui/save-problem'
import { useRefusal } from '@/shared/ui/use-refusal'
import { Problem } from '@/shared/ui/problem'
import page from '@/shared/ui/record-page.module.css'
import { saveCreditDraft } from '../api/credit.mutation'
import { creditKey, type CreditRow } from '../api/credit.query'
import {
  type CreditDraft,
  creditDraft,
  type CreditField,
  creditProblems,
  creditValues,
  directorsOf,
  missingFrom,
  noDirector,
  noReference,
  parsed,
  referencesOf,
} from '../credit-draft'
import classes from './credit.module.css'

const fieldNames: Record<CreditField, string> = {
  requested_limit: 'Limit asked for',
  terms_days: 'Payment terms',
  directors: 'Directors',
  trade_refs: 'Trade references',
  consent: 'Consent',
  signed_name: 'Signed by',
  signed_position: 'Position',
  signed_on: 'Signed on',
  note: 'Note',
}

/** A draft to fill in. What is typed survives a reload; colleagues see it when it is saved. */
export function CreditForm({ row, onSubmit }: { row: CreditRow; onSubmit: () => void }) {
  const queryClient = useQueryClient()
  const stored = creditDraft(row)
  const { values, put, isChanged, conflicts, insist, forget } = useKeptEdits<keyof CreditDraft>(
    `credit-${row.id}`,
    stored,
  )
  const problems = creditProblems(values)
  const { form, refuse } = useRefusal()
  const missing = missingFrom(values)
  const saving = useMutation({
    mutationFn: async (submits: boolean) => {
      if (isChanged) await saveCreditDraft(row.id, row.row_version, creditValues(values))
      return submits
    },
    onSuccess: async (submits) => {
      await queryClient.invalidateQueries({ queryKey: creditKey })
      forget()
      if (submits) onSubmit()
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: creditKey }),
  })
  const isWrong = Object.keys(problems).length > 0 || conflicts.length > 0
  const save = (submits: boolean) => {
    if (isWrong) refuse()
    else if (!saving.isPending) saving.mutate(submits)
  }
  const field = (name: CreditField) => ({
    label: fieldNames[name],
    value: values[name],
    error: problems[name],
    autoComplete: 'off',
    disabled: saving.isPending,
    onChange: (event: { currentTarget: { value: string } }) => put(name, event.currentTarget.value),
  })

  return (
    <form
      ref={form}
      noValidate
      data-kept
      className={page.panel}
      aria-label="Application"
      onKeyDown={getHotkeyHandler([['mod+Enter', () => save(false)]])}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        save(false)
      }}
    >
      <Stack gap="lg">
        <div className={page.fields}>
          <TextInput {...field('requested_limit')} inputMode="decimal" placeholder="5,000.00" leftSection="€" />
          <TextInput {...field('terms_days')} label="Payment terms (days)" inputMode="numeric" placeholder="30" />
        </div>
        <Lines
          title="Directors"
          items={directorsOf(parsed(values.directors))}
          empty={noDirector}
          labels={{ name: 'Name', position: 'Position' }}
          one="director"
          least={1}
          onChange={(items) => put('directors', JSON.stringify(items))}
        />
        <Lines
          title="Trade references"
          items={referencesOf(parsed(values.trade_refs))}
          empty={noReference}
          labels={{ company: 'Company', person: 'Person', phone: 'Phone', email: 'Email' }}
          one="reference"
          least={2}
          onChange={(items) => put('trade_refs', JSON.stringify(items))}
        />
        <section>
          <Title order={2} mb="xs">
            Signature
          </Title>
          <Stack gap="sm">
            <div className={page.fields}>
              <TextInput {...field('signed_name')} />
              <TextInput {...field('signed_position')} />
              <TextInput {...field('signed_on')} type="date" />
            </div>
            <Checkbox
              label="They accept our terms of payment, and we may ask the references about them"
              disabled={saving.isPending}
              checked={values.consent === 'yes'}
              onChange={(event) => put('consent', event.currentTarget.checked ? 'yes' : '')}
            />
          </Stack>
        </section>
        <Textarea {...field('note')} label="Note for whoever decides" autosize minRows={2} maxRows={8} />
        {conflicts.map((name) => (
          <ChangedMeanwhile
            key={name}
            field={fieldNames[name]}
            now={storedWords(name, stored[name])}
            onTake={() => forget([name])}
            onInsist={() => insist(name)}
          />
        ))}
        {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
        <Group justify="space-between">
          <Text size="sm" c="dimmed" flex="1 1 12rem">
            {missing.length > 0 ? `Still missing: ${missing.join(', ')}.` : 'Complete: ready to be submitted.'}
          </Text>
          <Group gap="xs">
            <Button type="submit" variant="default" disabled={!isChanged} loading={saving.isPending}>
              Save draft
            </Button>
            <Button disabled={missing.length > 0 && !isWrong} loading={saving.isPending} onClick={() => save(true)}>
              Submit for decision
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

/** A stored value as a person would say it. */
function storedWords(name: CreditField, value: string): string {
  if (name === 'consent') return value === 'yes' ? 'given' : 'not given'
  const list = name === 'directors' || name === 'trade_refs' ? parsed(value) : null
  if (list === null) return value
  const names =
    name === 'directors' ? directorsOf(list).map((each) => each.name) : referencesOf(list).map((each) => each.company)
  return names.filter(Boolean).join(', ')
}

type LinesProps<Item extends Record<string, string>> = {
  title: string
  items: Item[]
  empty: Item
  labels: Record<keyof Item & string, string>
  one: string
  least: number
  onChange: (items: Item[]) => void
}

/** A short list whose lines are filled in, added and taken away. */
function Lines<Item extends Record<string, string>>({
  title,
  items,
  empty,
  labels,
  one,
  least,
  onChange,
}: LinesProps<Item>) {
  const change = (index: number, name: string, value: string) =>
    onChange(items.map((item, place) => (place === index ? { ...item, [name]: value } : item)))
  return (
    <section>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {items.map((item, index) => (
        <div key={index} className={classes.person} role="group" aria-label={`${title} ${index + 1}`}>
          <div className={page.fields}>
            {Object.entries<string>(labels).map(([name, label]) => (
              <TextInput
                key={name}
                label={label}
                autoComplete="off"
                maxLength={200}
                value={item[name] ?? ''}
                onChange={(event) => change(index, name, event.currentTarget.value)}
              />
            ))}
          </div>
          {items.length > least ? (
            <Tooltip label={`Take this ${one} away`}>
              <ActionIcon
                mt={26}
                size={36}
                aria-label={`Take this ${one} away`}
                onClick={() => onChange(items.filter((_, place) => place !== index))}
              >
                <IconTrash size={18} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          ) : null}
        </div>
      ))}
      {items.length < 10 ? (
        <Button
          mt="sm"
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...items, empty])}
        >
          Another {one}
        </Button>
      ) : null}
    </section>
  )
}
