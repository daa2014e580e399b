import { Button, Group, Menu, ActionIcon, Skeleton, Tabs, Text } from '@mantine/core'
import { IconArrowLeft, IconDots, IconFileOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { useIsPhone } from '../list/use-wide'
import { capital } from '../words'
import { ActionButton } from '../form/action-button'
import { FormsOfPageContext } from '../form/forms-of-page'
import { useSavedFirst } from './use-saved-first'
import { WayBack } from './way-back'

/**
 * Something that can be done with a record. Leave it out where the state or the person's rights do not allow it. `onClick`
 * runs when the changed forms of the page are saved.
 */
export type RecordAction = {
  label: string
  icon?: ReactNode
  onClick?: () => void
  href?: string
  /** Why it cannot be done now, as a sentence. */
  why?: string | null
  isBusy?: boolean
  /** It ends or removes the record: unsaved changes are not saved before it. */
  isDangerous?: boolean
}

export type RecordTab = { name: string; label: string; count?: number; content: ReactNode }

type RecordPageProps = {
  title: string
  /** The kind of record, before the status: `Credit application`. */
  kind?: string
  /** A badge. */
  status?: ReactNode
  /** The other people who have the record open. */
  presence?: ReactNode
  /** The one thing that usually comes next. */
  primary?: RecordAction | null
  /** A step that is looked for while another one is the next: a button beside it. */
  second?: RecordAction | null
  /** Everything else, in a menu. Null: not offered now. */
  actions?: readonly (RecordAction | null)[]
  /** The list of the record. */
  back?: { label: string; href: string }
  /** The lists beside that one, over everything: a bar of them. */
  beside?: ReactNode
  /** Above everything, such as “On stop”. */
  notice?: ReactNode
  /** The left, wider column, above the tabs. */
  children?: ReactNode
  /** The right column: facts, story, related records. */
  aside?: ReactNode
  /** The first tab is the default; the address holds the chosen one. */
  tabs?: readonly RecordTab[]
  /** `full` for a record with a sheet of lines. */
  width?: 'page' | 'full'
}

/** The page of one record: title, state, next actions, and all parts of it. */
export function RecordPage(props: RecordPageProps) {
  const { title, kind, status, presence, primary, second, back } = props
  const actions = (props.actions ?? []).filter((action) => action !== null)
  const isPhone = useIsPhone()
  useRecordTitle(title)
  const { forms, savedFirst } = useSavedFirst([primary, second, ...actions])
  return (
    <FormsOfPageContext value={forms}>
      <PageFrame
        title={title}
        above={
          <>
            {props.beside}
            {back && !isPhone ? <WayBack {...back} /> : null}
          </>
        }
        width={props.width ?? 'page'}
        isLeadKept
        lead={
          kind || status || presence ? (
            <Group component="span" gap="xs" mt={4}>
              {kind ? <span>{kind}</span> : null}
              {status}
              {presence}
            </Group>
          ) : null
        }
        actions={
          <>
            {back && isPhone ? <BackOnPhone {...back} /> : null}
            {primary ? <Step action={savedFirst(primary)} /> : null}
            {second ? <Step action={savedFirst(second)} variant="default" /> : null}
            {actions.length > 0 ? <More actions={actions.map(savedFirst)} /> : null}
          </>
        }
      >
        {props.notice}
        {props.aside ? (
          <div className={page.columns}>
            <div>{props.children}</div>
            <div>{props.aside}</div>
          </div>
        ) : (
          props.children
        )}
        {props.tabs ? <RecordTabs tabs={props.tabs} /> : null}
      </PageFrame>
    </FormsOfPageContext>
  )
}

const BackOnPhone = ({ label, href }: { label: string; href: string }) => (
  <Button variant="default" component={Link} to={href} px="sm" aria-label={label}>
    <IconArrowLeft size={18} aria-hidden />
  </Button>
)

type StepProps = { action: RecordAction; variant?: 'filled' | 'default' }

function Step({ action: { label, icon, href, onClick, why = null, isBusy = false }, variant = 'filled' }: StepProps) {
  if (href && why === null)
    return (
      <Button component={Link} to={href} leftSection={icon} variant={variant}>
        {label}
      </Button>
    )
  return (
    <ActionButton why={why} loading={isBusy} leftSection={icon} variant={variant} {...(onClick ? { onClick } : {})}>
      {label}
    </ActionButton>
  )
}

const More = ({ actions }: { actions: readonly RecordAction[] }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon size="input-sm" variant="default" aria-label="More actions">
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map(({ label, icon, href, onClick, why = null, isDangerous = false }) => {
        const shared = { leftSection: icon, disabled: why !== null, ...(isDangerous ? { color: 'red' } : {}) }
        const words = (
          <>
            {label}
            {why ? (
              <Text size="xs" c="dimmed">
                {why}
              </Text>
            ) : null}
          </>
        )
        return href ? (
          <Menu.Item key={label} component={Link} to={href} {...shared}>
            {words}
          </Menu.Item>
        ) : (
          <Menu.Item key={label} {...shared} {...(onClick ? { onClick } : {})}>
            {words}
          </Menu.Item>
        )
      })}
    </Menu.Dropdown>
  </Menu>
)

/** Tabs with their choice in the address, so that Back, reload and a link keep it. */
export function RecordTabs({ tabs, param = 'tab' }: { tabs: readonly RecordTab[]; param?: string }) {
  const [search, setSearch] = useSearchParams()
  const [first] = tabs
  const chosen = tabs.find(({ name }) => name === search.get(param)) ?? first
  if (!first || !chosen) return null
  const choose = (name: string | null) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (name === null || name === first.name) next.delete(param)
        else next.set(param, name)
        return next
      },
      { replace: true },
    )
  return (
    <Tabs mt="lg" value={chosen.name} onChange={choose} keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map(({ name, label, count }) => (
          <Tabs.Tab key={name} value={name}>
            {count === undefined ? label : `${label} ${count}`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

type RecordStateProps<Row> = {
  /** A query whose data is null when the record is not there. */
  of: { isPending: boolean; isError: boolean; data: Row | null | undefined; refetch: () => unknown }
  /** `credit application` */
  what: string
  back?: { label: string; href: string }
  children: (row: Row) => ReactNode
}

/** A record that is being read, could not be read, is not there, or is. */
export function RecordState<Row>({ of, what, back, children }: RecordStateProps<Row>) {
  const heading = capital(what)
  if (of.data) return children(of.data)
  if (of.isPending)
    return (
      <PageFrame title={heading}>
        <Skeleton height={320} aria-hidden />
      </PageFrame>
    )
  if (of.isError)
    return (
      <PageFrame title={heading}>
        <Problem onRetry={() => void of.refetch()}>{`This ${what} could not be read`}</Problem>
      </PageFrame>
    )
  return (
    <EmptyScreen
      whole
      icon={<IconFileOff stroke={1.5} />}
      title={`This ${what} is not here`}
      actions={
        back ? (
          <Button component={Link} to={back.href} variant="default">
            {back.label}
          </Button>
        ) : null
      }
    />
  )
}

type FactsProps = {
  of: Readonly<Record<string, ReactNode>>
  /** The values are amounts: they end at one edge. */
  amounts?: boolean
}

/** Facts of a record: a label, and its value. Facts without a value are left out. */
export const Facts = ({ of, amounts }: FactsProps) => (
  <dl className={page.facts} data-amounts={amounts || undefined}>
    {Object.entries(of).map(([label, value]) =>
      value === null || value === undefined || value === '' ? null : (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
)
