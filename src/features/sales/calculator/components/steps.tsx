import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Group,
  Menu,
  MultiSelect,
  Select,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconToolsKitchen2, IconTrash } from '@tabler/icons-react'
import type { StepKind } from '@/documents/calculation/inputs'
import { soldFor } from '@/documents/calculation/price'
import { currencySign, readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import type { PersonalPriceList } from '../api/prices.query'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { type Draft, type DraftStep, newStep, type Problems, stepsOfRecipe } from '../draft'
import { extents, stepForms } from '../step-forms'
import { LengthInput } from '@/kit/fields/length-input'
import { lengthSign } from '@/shared/domain/text/length'
import classes from './calculator.module.css'

type StepsProps = {
  draft: Draft
  problems: Problems
  list: PersonalPriceList
  disabled: boolean
  change: (next: Partial<Draft>) => void
}

const kinds = Object.keys(stepForms).filter((kind): kind is StepKind => kind in stepForms)

/** Everything that the price is made of, in its order. */
export function Steps({ draft, problems, list, disabled, change }: StepsProps) {
  const mayKeep = can(useRights(), 'markup-demo', 'edit')
  const recipe = draft.service_id === null ? null : list.services[draft.service_id]?.recipe
  const put = (id: string, values: Partial<DraftStep>) =>
    change({ steps: draft.steps.map((step) => (step.id === id ? { ...step, ...values } : step)) })
  const move = (from: number, to: number) => {
    const steps = [...draft.steps]
    const [moved] = steps.splice(from, 1)
    if (moved) steps.splice(to, 0, moved)
    change({ steps })
  }
  return (
    <section aria-label="Steps">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Material and work
        </Title>
        {recipe && !disabled ? (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconToolsKitchen2 size={16} aria-hidden />}
            onClick={() => change({ steps: stepsOfRecipe(recipe) })}
          >
            Begin with the recipe
          </Button>
        ) : null}
      </Group>
      {draft.service_id !== null && !recipe && !disabled ? (
        <Text size="sm" c="dimmed" mt={4}>
          This service has no recipe yet.{' '}
          {mayKeep ? 'Fill in the steps, then keep them as its recipe in the menu above.' : ''}
        </Text>
      ) : null}
      {draft.steps.map((step, index) => (
        <div
          key={step.id}
          className={classes.step}
          role="group"
          aria-label={`${stepForms[step.kind].label}, step ${index + 1}`}
        >
          <Text fw={600} size="sm">
            {stepForms[step.kind].label}
          </Text>
          <Group gap={2} wrap="nowrap">
            <ActionIcon aria-label="Move up" disabled={disabled || index === 0} onClick={() => move(index, index - 1)}>
              <IconArrowUp size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label="Move down"
              disabled={disabled || index === draft.steps.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <IconArrowDown size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={`Remove ${stepForms[step.kind].label}`}
              disabled={disabled}
              onClick={() => change({ steps: draft.steps.filter(({ id }) => id !== step.id) })}
            >
              <IconTrash size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Group>
          <StepFields
            step={step}
            draft={draft}
            problems={problems}
            list={list}
            disabled={disabled}
            put={put}
            change={change}
          />
        </div>
      ))}
      <Menu position="bottom-start" width={320}>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={disabled}
          >
            Add material or work
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds
            .filter((kind) => kind !== 'machine' || list.machines !== null)
            .map((kind) => (
              <Menu.Item key={kind} onClick={() => change({ steps: [...draft.steps, newStep(kind)] })}>
                {stepForms[kind].label}
                <Text size="xs" c="dimmed">
                  {stepForms[kind].about}
                </Text>
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </section>
  )
}

/** Whether minutes are per piece, for all pieces, or per m² or metre. */
function extentOf({ name }: { name: string }, { kind, typed, flag }: DraftStep): string {
  if (kind !== 'labour' || name !== 'minutes') return ''
  const per = extents.find(({ value }) => value === (typed.per ?? (flag ? 'once' : 'piece')))
  if (per?.value === 'once') return ', for all pieces'
  return `, for ${(per ?? extents[0]).label.toLowerCase()}`
}

/** True when an item or work is charged by the parts' m² or edges. */
const usesParts = ({ kind, typed }: DraftStep): boolean =>
  (kind !== 'item' && kind !== 'labour') || !['piece', 'once'].includes(typed.per ?? 'piece')

type FieldsProps = StepsProps & { step: DraftStep; put: (id: string, values: Partial<DraftStep>) => void }

function StepFields({ step, draft, problems, list, disabled, put, change }: FieldsProps) {
  const { ref, fields, flag, hasParts } = stepForms[step.kind]
  const named = draft.parts.filter(({ width, height }) => width.trim() !== '' && height.trim() !== '')
  const problemOf = (field: string) => problems[`step ${step.id} ${field}`] ?? null
  const layout = problemOf('layout')
  return (
    <div className={classes.fields}>
      {ref ? (
        <Select
          className={classes.wide ?? ''}
          label={ref.label}
          placeholder="Choose"
          searchable
          disabled={disabled}
          data={[...ref.options(list)]}
          value={step.ref}
          onChange={(value) => put(step.id, { ref: value })}
          error={step.ref === null ? null : problemOf('ref')}
        />
      ) : null}
      {fields.map((field) => {
        if (field.isAsked && !field.isAsked(step.typed)) return null
        const typed = step.typed[field.name] ?? ''
        const type = (text: string) => put(step.id, { typed: { ...step.typed, [field.name]: text } })
        const options = field.options?.(list, step.ref)
        if (options)
          return options.length === 0 ? null : (
            <Select
              key={field.name}
              className={field.name === 'per' ? '' : (classes.wide ?? '')}
              label={field.label}
              clearable={field.initial === undefined}
              allowDeselect={field.initial === undefined}
              disabled={disabled}
              data={[...options]}
              value={typed || (field.name === 'per' && step.flag ? 'once' : (field.initial ?? null))}
              onChange={(value) => type(value ?? '')}
            />
          )
        const isLength = field.unit === 'mm'
        const sign = isLength ? lengthSign() : field.unit === 'currency' ? currencySign() : field.unit
        const shared = {
          label: sign ? `${field.label} (${sign}${extentOf(field, step)})` : field.label,
          ...(field.help ? { placeholder: field.help } : {}),
          autoComplete: 'off',
          disabled,
          value: typed,
          error: typed.trim() === '' && field.name !== 'minutes' ? null : problemOf(field.name),
        }
        return isLength ? (
          <LengthInput key={field.name} {...shared} onChange={type} />
        ) : (
          <TextInput
            key={field.name}
            {...shared}
            inputMode={field.rule === null ? 'text' : 'decimal'}
            onChange={(event) => type(event.currentTarget.value)}
          />
        )
      })}
      {step.kind === 'outsourced' && list.bands ? (
        <TextInput
          label={`Costs us (${currencySign()})`}
          inputMode="decimal"
          autoComplete="off"
          disabled={disabled}
          value={draft.costs[step.id] ?? ''}
          error={problemOf('cost')}
          onChange={(event) => change({ costs: { ...draft.costs, [step.id]: event.currentTarget.value } })}
          onBlur={() => {
            const cost = readDecimal(draft.costs[step.id] ?? '', { places: 2, least: '0' })
            const price = 'value' in cost ? soldFor(cost.value, list.bands ?? []) : null
            if (price !== null && (step.typed.price ?? '') === '')
              put(step.id, { typed: { ...step.typed, price: shortDecimalText(price) } })
          }}
        />
      ) : null}
      {hasParts && usesParts(step) && named.length > 1 ? (
        <MultiSelect
          className={classes.wide ?? ''}
          label="For these parts"
          placeholder={step.parts === null ? 'All parts' : ''}
          clearable
          disabled={disabled}
          data={named.map(({ id, name, width, height }) => ({
            value: id,
            label: name.trim() || `${width} × ${height}`,
          }))}
          value={step.parts ?? []}
          onChange={(parts) => put(step.id, { parts: parts.length === 0 ? null : parts })}
        />
      ) : null}
      {flag ? (
        <Checkbox
          mb={8}
          label={flag.label}
          checked={step.flag}
          disabled={disabled}
          onChange={(event) => put(step.id, { flag: event.currentTarget.checked })}
        />
      ) : null}
      {layout ? (
        <Alert color="red" role="alert" style={{ gridColumn: '1 / -1' }} py="xs">
          {layout}
        </Alert>
      ) : null}
    </div>
  )
}
