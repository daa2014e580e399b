import { example, withTax } from '@/shared/domain/text/formats'
import { Alert, Badge, Button, Drawer, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import {
  IconCopy,
  IconDeviceFloppy,
  IconFileImport,
  IconHistory,
  IconToolsKitchen2,
  IconTrash,
} from '@tabler/icons-react'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { confirmRemoval } from '@/kit/confirm'
import { useLive } from '@/kit/live/use-live'
import { RecordPage, RecordState, type RecordAction } from '@/kit/record/record-page'
import { currencySign, formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useCurrentUser, useRights } from '@/shared/hooks/current-user'
import page from '@/shared/ui/page/record-page.module.css'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { removeCalculation, saveRecipe } from '../api/calculation.mutation'
import { type Calculation, calculationQuery, quotationsOfQuery } from '../api/calculations.query'
import { calculationsKey, type PersonalPriceList, pricesQuery } from '../api/prices.query'
import { beginningOf, recipeOf, stepsForService } from '../draft'
import { useCalculation } from '../use-calculation'
import classes from './calculator.module.css'
import { Parts } from './parts'
import { PutIntoQuotation } from './put-into-quotation'
import { NewPrice, Result } from './result'
import { SavedCalculations } from './saved-calculations'
import { Steps } from './steps'

/** /calculator: a new calculation. */
export function CalculatorScreen() {
  const [search] = useSearchParams()
  const beginning = [search.get('line'), search.get('service')].join(' ')
  const of = search.get('of')
  return of ? (
    <CalculatedAnew key={search.toString()} of={of} />
  ) : (
    <WithPrices>{(list) => <OpenCalculation key={`new ${beginning}`} row={null} list={list} />}</WithPrices>
  )
}

/** A new calculation with the steps of another one: of a line whose quantity or size changed. */
function CalculatedAnew({ of }: { of: string }) {
  const was = useQuery(calculationQuery(of))
  return (
    <RecordState of={was} what="calculation" back={{ label: 'New calculation', href: linkTo('/calculator') }}>
      {(row) => <WithPrices>{(list) => <OpenCalculation row={null} was={row} list={list} />}</WithPrices>}
    </RecordState>
  )
}

/** /calculator/{id}: a saved one. */
export function CalculationScreen({ id }: { id: string }) {
  const calculation = useQuery(calculationQuery(id))
  return (
    <RecordState of={calculation} what="calculation" back={{ label: 'New calculation', href: linkTo('/calculator') }}>
      {(row) => <WithPrices>{(list) => <OpenCalculation key={row.id} row={row} list={list} />}</WithPrices>}
    </RecordState>
  )
}

function WithPrices({ children }: { children: (list: PersonalPriceList) => React.ReactNode }) {
  const prices = useQuery(pricesQuery)
  useLive(calculationsKey, [
    { page: 'quotations', tables: ['price_list', 'price_calculations', 'services', 'quotations'] },
  ])
  return (
    <RecordState of={prices} what="price list">
      {(list) => children(list)}
    </RecordState>
  )
}

type OpenCalculationProps = { row: Calculation | null; was?: Calculation; list: PersonalPriceList }

function OpenCalculation({ row, was, list }: OpenCalculationProps) {
  const rights = useRights()
  const me = useCurrentUser()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [search] = useSearchParams()
  const from = search.get('quotation')
  const saved = useDialog('saved')
  const quoting = useDialog('quotation')
  const calculation = useCalculation(row, list, beginningOf(search), was)
  const { draft, read, answer, change, isEdited, isBusy, isConflict } = calculation
  const isLocked = row !== null && row.has_target && !list.shows_costs
  const mayWrite = can(rights, 'quotations', row ? 'edit' : 'create')
  const disabled = !mayWrite || isLocked
  const removing = useActMutation({ mutationFn: removeCalculation, onSuccess: () => navigate(linkTo('/calculator')) })
  const keeping = useActMutation({
    mutationFn: () => saveRecipe(draft.service_id ?? '', recipeOf(read.inputs.steps)),
    onSuccess: () => notifications.show({ message: 'New calculations of this service start with these steps.' }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not kept', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: calculationsKey }),
  })
  const quotations = useQuery({ ...quotationsOfQuery(row?.id ?? ''), enabled: row !== null })
  const why =
    draft.name.trim() === ''
      ? 'Give the calculation a name first.'
      : answer.price === null
        ? 'Fill in the marked fields first.'
        : row && !isEdited
          ? 'Everything is saved.'
          : null

  const actions: RecordAction[] = [
    { label: 'Saved calculations', icon: <IconHistory size={16} aria-hidden />, onClick: () => saved.open() },
    ...(row && mayWrite
      ? [
          {
            label: 'Put into a quotation',
            icon: <IconFileImport size={16} aria-hidden />,
            onClick: () => quoting.open(),
            why: isEdited ? 'Save it first' : null,
          },
          {
            label: 'Make a copy',
            icon: <IconCopy size={16} aria-hidden />,
            onClick: calculation.saveCopy,
            why: answer.price ? null : 'Its price is not known',
          },
        ]
      : []),
    ...(row && mayWrite && (row.created_by === me.id || can(rights, 'quotations', 'delete'))
      ? [
          {
            label: 'Remove',
            icon: <IconTrash size={16} aria-hidden />,
            isDangerous: true,
            onClick: () =>
              confirmRemoval({
                title: 'Remove this calculation?',
                text: `“${row.name}” is removed. Lines of quotations that it priced stay as they are.`,
                confirm: 'Remove calculation',
                onConfirm: () => removing.mutate(row.id),
              }),
          },
        ]
      : []),
    ...(can(rights, 'markup-demo', 'edit')
      ? [
          {
            label: 'Keep as the recipe of the service',
            icon: <IconToolsKitchen2 size={16} aria-hidden />,
            onClick: () => keeping.mutate(),
            why:
              draft.service_id === null
                ? 'Choose a service first'
                : read.inputs.steps.length < draft.steps.length
                  ? 'Fill in each step first'
                  : null,
          },
        ]
      : []),
    ...(row
      ? []
      : [
          {
            label: 'Begin again',
            icon: <IconTrash size={16} aria-hidden />,
            onClick: calculation.clear,
            why: isEdited ? null : 'Nothing is typed',
          },
        ]),
  ]
  const net = answer.price?.net ?? null
  return (
    <RecordPage
      title={row?.name ?? 'Price Calculator'}
      kind={row ? 'Price calculation' : 'A price from material, machines and work'}
      status={
        isEdited ? (
          <Badge component="span" color="yellow" variant="light">
            Not saved
          </Badge>
        ) : null
      }
      width="full"
      primary={
        disabled
          ? null
          : row && from && !isEdited
            ? {
                label: search.get('line') ? 'Put into the line' : 'Put into the quotation',
                icon: <IconFileImport size={18} aria-hidden />,
                onClick: () => quoting.open(),
              }
            : {
                label: row ? 'Save changes' : 'Save',
                icon: <IconDeviceFloppy size={18} aria-hidden />,
                onClick: calculation.save,
                why,
                isBusy,
              }
      }
      actions={actions}
      {...(from
        ? { back: { label: 'Back to the quotation', href: linkTo('/quotations/:id', { id: from }) } }
        : row
          ? { back: { label: 'New calculation', href: linkTo('/calculator') } }
          : {})}
      notice={
        <>
          {isConflict ? (
            <Alert color="red" role="alert" mb="md" title="Somebody else saved this calculation meanwhile">
              <Group gap="xs" mt="xs">
                <Button size="compact-sm" onClick={calculation.saveCopy} loading={isBusy}>
                  Save mine as a copy
                </Button>
                <Button size="compact-sm" variant="default" onClick={calculation.takeTheirs}>
                  Take theirs
                </Button>
              </Group>
            </Alert>
          ) : calculation.problem || removing.error ? (
            <Problem>{saveProblem(calculation.problem ?? removing.error)}</Problem>
          ) : null}
          {isLocked ? (
            <Alert mb="md" title={withTax(`${formatMoney(row.net)} without {tax}`)}>
              This price follows from a margin. It is changed by people who may see costs; a copy starts with list
              prices.
            </Alert>
          ) : row && !isEdited && calculation.storedNet !== null && calculation.storedNet !== row.net ? (
            <NewPrice
              saved={row.net}
              now={calculation.storedNet}
              onTake={mayWrite ? calculation.save : null}
              isBusy={isBusy}
            />
          ) : null}
          {row && list.machines === null && answer.price === null ? (
            <Alert mb="md" title={withTax(`${formatMoney(row.net)} without {tax}`)}>
              The lines are shown to people who may see machine prices.
            </Alert>
          ) : null}
        </>
      }
    >
      <div className={classes.layout}>
        <Stack gap="lg">
          <section className={page.panel} aria-label="What is calculated">
            <div className={classes.head}>
              <TextInput
                label="Name"
                placeholder={example('Fascia in ACM, nine panels')}
                maxLength={200}
                autoFocus={row === null}
                disabled={disabled}
                value={draft.name}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
              <TextInput
                label="Pieces"
                inputMode="numeric"
                disabled={disabled}
                value={draft.quantity}
                error={answer.problems.quantity ?? null}
                onChange={(event) => change({ quantity: event.currentTarget.value })}
              />
              <Select
                label="Service"
                placeholder="None"
                searchable
                clearable
                disabled={disabled}
                data={Object.entries(list.services)
                  .map(([value, { name }]) => ({ value, label: name }))
                  .sort((a, b) => a.label.localeCompare(b.label))}
                value={draft.service_id}
                onChange={(service_id) =>
                  change({ service_id, steps: stepsForService(draft, list.services, service_id) })
                }
              />
              <TextInput
                label={`Minimum (${currencySign()})`}
                inputMode="decimal"
                placeholder={serviceMinimum(list, draft.service_id)}
                disabled={disabled}
                value={draft.min_charge}
                error={answer.problems.min_charge ?? null}
                onChange={(event) => change({ min_charge: event.currentTarget.value })}
              />
            </div>
          </section>
          <section className={page.panel}>
            <Parts draft={draft} problems={answer.problems} disabled={disabled} change={change} />
          </section>
          <section className={page.panel}>
            <Steps draft={draft} problems={answer.problems} list={list} disabled={disabled} change={change} />
          </section>
        </Stack>
        <div className={classes.result}>
          {isLocked ? null : (
            <Result draft={draft} read={read} answer={answer} list={list} change={change} disabled={disabled} />
          )}
          {quotations.data && quotations.data.length > 0 ? (
            <Text size="sm" mt="md">
              {'In '}
              {quotations.data.map(({ id, quotation }, index) => (
                <span key={id}>
                  {index > 0 ? ', ' : ''}
                  <Link to={linkTo('/quotations/:id', { id: quotation.id })}>{quotation.number_with_version}</Link>
                </span>
              ))}
            </Text>
          ) : null}
        </div>
      </div>
      {net === null || isLocked ? null : (
        <div className={classes.phoneTotal} aria-hidden="true">
          <Text size="sm">{withTax('Without {tax}')}</Text>
          <Text fw={650}>{formatMoney(net)}</Text>
        </div>
      )}
      <Drawer opened={saved.isOpen} onClose={saved.close} title="Saved calculations" position="right">
        <SavedCalculations />
      </Drawer>
      <Modal opened={quoting.isOpen} onClose={quoting.close} title="Put into a quotation">
        {row ? (
          <PutIntoQuotation
            calculationId={row.id}
            quotationId={search.get('quotation')}
            lineId={search.get('line')}
            onClose={quoting.close}
          />
        ) : null}
      </Modal>
    </RecordPage>
  )
}

function serviceMinimum(list: PersonalPriceList, serviceId: string | null): string {
  const least = serviceId === null ? null : list.services[serviceId]?.min_charge
  return least ? formatMoney(least) : 'None'
}
