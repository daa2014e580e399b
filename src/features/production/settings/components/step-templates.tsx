import { ActionIcon, Button, Group, Select, Stack, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { generateKeyBetween } from 'fractional-indexing'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { confirmRemoval } from '@/kit/confirm'
import { useLive } from '@/kit/live/use-live'
import { removeRow, saveVersioned } from '@/kit/save/save-row'
import { useDialog } from '@/kit/dialog/use-dialog'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import {
  measuredQuery,
  type ServiceTemplate,
  templatesKey,
  templatesQuery,
  type TemplateStep,
} from '../api/templates.query'
import { minutesText } from '@/shared/domain/time/duration'
import { EditStep } from './edit-step'
import { MeasuredNorm, minutesOf } from './measured-norm'

/** The steps that jobs of a service begin with, one service at a time. */
export function StepTemplates() {
  const [search, setSearch] = useSearchParams()
  const { data: services = [], isError, refetch } = useQuery(templatesQuery)
  useLive(templatesKey, [{ page: 'production', tables: ['job_step_templates', 'work_centres'] }])
  const chosen = services.find(({ id }) => id === search.get('service')) ?? services[0]
  if (isError) return <Problem onRetry={() => void refetch()}>The step templates could not be read</Problem>
  if (!chosen) return <Text c="dimmed">No service becomes a job yet.</Text>
  return (
    <Stack gap="md">
      <Select
        label="Service"
        maw={360}
        allowDeselect={false}
        searchable
        data={services.map(({ id, name, steps }) => ({ value: id, label: `${name} (${steps.length})` }))}
        value={chosen.id}
        onChange={(id) =>
          setSearch(
            (now) => {
              const next = new URLSearchParams(now)
              if (id) next.set('service', id)
              return next
            },
            { replace: true },
          )
        }
      />
      <Steps key={chosen.id} service={chosen} />
    </Stack>
  )
}

function Steps({ service }: { service: ServiceTemplate }) {
  const rights = useRights()
  const queryClient = useQueryClient()
  const editing = useDialog('step')
  const step = service.steps.find(({ id }) => id === editing.subject)
  const mayChange = can(rights, 'production', 'edit')
  const { data: measured = [] } = useQuery(measuredQuery(service.id))
  const acting = useActMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: templatesKey }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not saved', message: saveProblem(error) }),
  })
  /** Puts a step between its new neighbours. */
  const place = (step: TemplateStep, before: TemplateStep | undefined, after: TemplateStep | undefined) =>
    acting.mutate(() =>
      saveVersioned({
        table: 'job_step_templates',
        what: 'this step',
        row: step,
        values: { position: generateKeyBetween(before?.position ?? null, after?.position ?? null) },
      }),
    )
  const take = (step: TemplateStep) => (values: { minutes_fixed: number; minutes_per_unit: number }) =>
    acting.mutate(() => saveVersioned({ table: 'job_step_templates', what: 'this step', row: step, values }))
  const { steps } = service
  return (
    <>
      {steps.length === 0 ? (
        <Text c="dimmed">Jobs of {service.name} start without steps.</Text>
      ) : (
        <Table.ScrollContainer minWidth={520}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Step</Table.Th>
                <Table.Th>Work centre</Table.Th>
                <Table.Th>Planned</Table.Th>
                {mayChange ? <Table.Th aria-label="Actions" /> : null}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {steps.map((step, at) => (
                <Table.Tr key={step.id}>
                  <Table.Td>
                    {step.name}
                    <Text size="xs" c="dimmed">
                      {[
                        at > 0 && step.after_previous ? 'after the step before it' : null,
                        step.before_approval ? 'before the approval' : null,
                        step.wait_minutes > 0 ? `then rests for ${minutesText(step.wait_minutes)}` : null,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </Text>
                  </Table.Td>
                  <Table.Td>{step.work_centre?.name}</Table.Td>
                  <Table.Td>
                    {minutesOf(step) || <Text size="sm">No minutes</Text>}
                    {measured
                      .filter(({ template_id }) => template_id === step.id)
                      .map((one) => (
                        <MeasuredNorm key={step.id} step={step} measured={one} take={mayChange ? take(step) : null} />
                      ))}
                  </Table.Td>
                  {mayChange ? (
                    <Table.Td>
                      <Group gap={4} wrap="nowrap" justify="flex-end">
                        <Icon
                          label={`Move ${step.name} up`}
                          isOff={at === 0 || acting.isPending}
                          onClick={() => place(step, steps[at - 2], steps[at - 1])}
                        >
                          <IconArrowUp size={16} aria-hidden />
                        </Icon>
                        <Icon
                          label={`Move ${step.name} down`}
                          isOff={at === steps.length - 1 || acting.isPending}
                          onClick={() => place(step, steps[at + 1], steps[at + 2])}
                        >
                          <IconArrowDown size={16} aria-hidden />
                        </Icon>
                        <Icon label={`Change ${step.name}`} onClick={() => editing.open(step.id)}>
                          <IconPencil size={16} aria-hidden />
                        </Icon>
                        <Icon
                          label={`Remove ${step.name}`}
                          onClick={() =>
                            confirmRemoval({
                              title: `Remove ${step.name}?`,
                              text: 'New jobs no longer get this step. Jobs that exist keep it.',
                              confirm: 'Remove step',
                              onConfirm: () =>
                                acting.mutate(() =>
                                  removeRow({ table: 'job_step_templates', what: 'this step', id: step.id }),
                                ),
                            })
                          }
                        >
                          <IconTrash size={16} aria-hidden />
                        </Icon>
                      </Group>
                    </Table.Td>
                  ) : null}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {can(rights, 'production', 'create') ? (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => editing.open('new')}
          style={{ alignSelf: 'flex-start' }}
        >
          Add step
        </Button>
      ) : null}
      {step || editing.subject === 'new' ? (
        <EditStep service={service} step={step ?? null} onClose={editing.close} />
      ) : null}
    </>
  )
}

type IconProps = { label: string; isOff?: boolean; onClick: () => void; children: ReactNode }

const Icon = ({ label, isOff = false, onClick, children }: IconProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={isOff} onClick={onClick}>
    {children}
  </ActionIcon>
)
