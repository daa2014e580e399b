import { Anchor, Button, Code, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconBuildingStore,
  IconCheck,
  IconColorSwatch,
  IconMail,
  IconMoodSmile,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { type DocumentKind, isDocumentKind, documentKinds, statusesOf } from '@/documents/statuses'
import { confirmChange, confirmRemoval, notifyWithUndo } from '@/kit/confirm'
import { useDialog } from '@/kit/dialog/use-dialog'
import { DayField } from '@/kit/fields/day-field'
import type { ValuesOf } from '@/kit/fields/field'
import { ActionButton } from '@/kit/form/action-button'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { ContactPicker } from '@/kit/pickers/contact-picker'
import { StatusBadge } from '@/kit/record/status-badge'
import { capital } from '@/kit/words'
import { can } from '@/shared/domain/people/permission'
import { todayOf } from '@/shared/domain/time/today'
import { linkTo } from '@/shared/lib/address'
import { ChangedMeanwhile } from '@/shared/ui/page/changed-meanwhile'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { FilterField } from '@/shared/ui/parts/filter-field'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { OptionChoice } from '@/shared/ui/parts/option-choice'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { PersonAvatar } from '@/shared/ui/parts/person-avatar'
import { Problem } from '@/shared/ui/page/problem'
import panel from '@/shared/ui/page/record-page.module.css'
import { StoryEvent } from '@/shared/ui/page/story-event'
import { useNow } from '@/shared/hooks/use-now'
import { demoFields } from './demo-fields'
import { DemoList } from './demo-list'
import { DemoSheet } from './demo-sheet'
import classes from './tools.module.css'

function Buttons() {
  return (
    <div className={classes.parts}>
      <Button leftSection={<IconPlus size={16} aria-hidden />}>New quotation</Button>
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />}>
        Edit
      </Button>
      <Button variant="default" color="red">
        Cancel
      </Button>
      <Button color="red">Remove</Button>
      <Button loading>Saving</Button>
      <ActionButton why="The quotation has no lines yet.">Send</ActionButton>
      <Button variant="subtle" size="compact-sm">
        Small and quiet
      </Button>
    </div>
  )
}

function Form() {
  const [saved, setSaved] = useState<ValuesOf<typeof demoFields> | null>(null)
  const form = useRecordForm({
    fields: demoFields,
    name: 'demo',
    isNew: true,
    clears: true,
    queryKey: ['demo'],
    save: async (values) => setSaved(values),
    onSaved: () => notifications.show({ message: 'These values would be saved. See below the form.' }),
  })
  return (
    <>
      <RecordForm form={form} label="Example of a form" submitLabel="Try to save" isPlain />
      {saved ? (
        <Code block mt="md">
          {JSON.stringify(saved, null, 2)}
        </Code>
      ) : null}
    </>
  )
}

const options = [
  { id: 'white', option_group: 'Light', name: 'None', effect: 'amount', value: '0' },
  { id: 'front', option_group: 'Light', name: 'Front lit', effect: 'percent', value: '28' },
  { id: 'halo', option_group: 'Light', name: 'Halo lit', effect: 'percent', value: '45' },
  { id: 'posts', option_group: null, name: 'Posts', effect: 'amount', value: '120.00' },
] as const

function Pickers() {
  const mayPick = can(useRights(), 'contacts', 'view')
  const [contact, setContact] = useState<string | null>(null)
  const today = todayOf(useNow(60_000))
  const [day, setDay] = useState(today)
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>(['white'])
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {mayPick ? (
        <ContactPicker label="Contact" value={contact} onChange={setContact} />
      ) : (
        <Text c="dimmed">You may not view contacts, so there is none to pick.</Text>
      )}
      <DayField label="Day" value={day} onChange={setDay} />
      <div>
        <FilterField label="Filter what is here" placeholder="Filter what is here" text={words} onFilter={setWords} />
        <Text size="sm" c="dimmed" mt={4}>
          {words === '' ? 'It filters with each key.' : `Shown would be what goes by “${words}”.`}
        </Text>
      </div>
      <OptionChoice
        options={options}
        chosen={chosen}
        onChoose={(id) =>
          setChosen((now) =>
            id === 'posts'
              ? now.includes(id)
                ? now.filter((one) => one !== id)
                : [...now, id]
              : [...now.filter((one) => one === 'posts'), id],
          )
        }
      />
    </SimpleGrid>
  )
}

function Dialogs() {
  const dialog = useDialog('example')
  const [count, setCount] = useState(3)
  return (
    <>
      <div className={classes.parts}>
        <Button variant="default" onClick={() => dialog.open()}>
          Open a dialog
        </Button>
        <Button
          variant="default"
          onClick={() =>
            confirmChange({
              title: 'Change the example?',
              text: 'It reaches far, but can be undone.',
              confirm: 'Change it',
              onConfirm: () => notifications.show({ message: 'The example was changed.' }),
            })
          }
        >
          Ask before a change
        </Button>
        <Button
          variant="default"
          onClick={() =>
            confirmRemoval({
              title: 'Remove the example?',
              text: 'This could not be taken back, if it were real.',
              confirm: 'Remove it',
              onConfirm: () => notifications.show({ message: 'Nothing was removed.' }),
            })
          }
        >
          Ask before a removal
        </Button>
        <Button
          variant="default"
          onClick={() => {
            setCount(count + 1)
            notifyWithUndo('One more was counted.', () => setCount((now) => now - 1))
          }}
        >
          Count one more
        </Button>
        <Text size="sm">{count} counted</Text>
      </div>
      <Modal opened={dialog.isOpen} onClose={dialog.close} title="A dialog">
        <Text mb="md">The address says that it is open, so a reload keeps it and Back closes it.</Text>
        <Group justify="flex-end">
          <Button onClick={dialog.close}>Close</Button>
        </Group>
      </Modal>
    </>
  )
}

const kindWords = (kind: DocumentKind) => capital(kind.replaceAll('_', ' '))

function Statuses() {
  return (
    <Stack gap="sm">
      {documentKinds.filter(isDocumentKind).map((kind) => (
        <div key={kind} className={classes.specimen}>
          <Text size="sm" c="dimmed">
            {kindWords(kind)}
          </Text>
          <Group gap="xs">
            {statusesOf(kind).map((status) => (
              <StatusBadge key={status} kind={kind} status={status} />
            ))}
          </Group>
        </div>
      ))}
    </Stack>
  )
}

const people = ['Maria Silva', 'Karl Novak', 'Elena Petit', 'Joe Martin', 'Anna Weber', 'Tom Baker', 'Ġanni Ħabib']

const People = () => (
  <div className={classes.parts}>
    {people.map((name) => (
      <Group key={name} gap="xs" wrap="nowrap">
        <PersonAvatar name={name} />
        <Text size="sm">{name}</Text>
      </Group>
    ))}
  </div>
)

const events = [
  { icon: IconCheck, words: 'Elena Petit approved the quotation.' },
  { icon: IconMail, words: 'Maria Silva sent the quotation to office@example.com.' },
  { icon: IconPencil, words: 'Maria Silva changed the price of 2 lines.' },
  { icon: IconPlus, words: 'Maria Silva made the quotation.' },
]

const Story = () => (
  <ol className={panel.story}>
    {events.map(({ icon, words }) => (
      <StoryEvent key={words} icon={icon}>
        <Text size="sm">{words}</Text>
      </StoryEvent>
    ))}
  </ol>
)

function States() {
  const [problem, setProblem] = useState(true)
  const [theirs, setTheirs] = useState(true)
  const [isReading, setReading] = useState(false)
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <EmptyScreen
        icon={<IconBuildingStore size={40} stroke={1.25} aria-hidden />}
        title="No shops yet"
        actions={<Button leftSection={<IconPlus size={16} aria-hidden />}>Add a shop</Button>}
      >
        An empty list says what belongs here, and offers the first step.
      </EmptyScreen>
      <div>
        {isReading ? (
          <LineSkeletons count={3} height={40} />
        ) : (
          <Text mb="sm">While a list is read, grey lines of the same height are shown here.</Text>
        )}
        <Button variant="default" size="compact-sm" onClick={() => setReading(!isReading)}>
          {isReading ? 'It is read' : 'Show them'}
        </Button>
      </div>
      <div>
        {problem ? (
          <Problem onRetry={() => setProblem(false)}>The shops could not be read</Problem>
        ) : (
          <Group gap="xs">
            <IconMoodSmile size={20} aria-hidden />
            <Text>This time it went well.</Text>
          </Group>
        )}
      </div>
      <div>
        {theirs ? (
          <ChangedMeanwhile
            field="Price"
            now="€640.00"
            onTake={() => setTheirs(false)}
            onInsist={() => setTheirs(false)}
          />
        ) : (
          <Text>The price is decided.</Text>
        )}
      </div>
    </SimpleGrid>
  )
}

const parts: readonly { id: string; title: string; about: string; Show: () => ReactNode }[] = [
  {
    id: 'buttons',
    title: 'Buttons',
    about: 'One filled button a screen. A button that cannot be pressed says why.',
    Show: Buttons,
  },
  {
    id: 'form',
    title: 'Form',
    about: 'Problems are shown under their field. Typed text survives a reload.',
    Show: Form,
  },
  { id: 'pickers', title: 'Pickers', about: 'Enter takes the first match.', Show: Pickers },
  {
    id: 'dialogs',
    title: 'Dialogs and messages',
    about: 'Back closes a dialog before it leaves the page.',
    Show: Dialogs,
  },
  {
    id: 'list',
    title: 'List',
    about: 'Filters and order are in the address. On a phone rows become cards.',
    Show: DemoList,
  },
  {
    id: 'sheet',
    title: 'Sheet',
    about: 'Arrows move, typing edits, Tab and Enter go on, Mod+Z takes a step back.',
    Show: DemoSheet,
  },
  {
    id: 'statuses',
    title: 'Statuses',
    about: 'A word, a colour and a shape for every status of every document.',
    Show: Statuses,
  },
  {
    id: 'people',
    title: 'People',
    about: 'A colour of their own for each person, readable in both themes.',
    Show: People,
  },
  { id: 'story', title: 'Story', about: 'What happened to a record, newest first.', Show: Story },
  {
    id: 'states',
    title: 'Empty, loading, wrong',
    about: 'Each says what is the matter and what comes next.',
    Show: States,
  },
]

/** /demo: the parts that every screen is made of, to look at and to try. Nothing here is stored. */
export const DemoScreen = () => (
  <PageFrame
    title="Demo"
    lead="The parts that every screen is made of, to look at and to try. Nothing here is stored."
    actions={
      <Button
        variant="default"
        component={Link}
        to={linkTo('/demo/brand-elements')}
        leftSection={<IconColorSwatch size={16} aria-hidden />}
      >
        Brand elements
      </Button>
    }
  >
    <nav className={classes.jump} aria-label="Parts">
      {parts.map(({ id, title }) => (
        <Anchor key={id} href={`#${id}`} inherit>
          {title}
        </Anchor>
      ))}
    </nav>
    <Stack gap="lg">
      {parts.map(({ id, title, about, Show }) => (
        <section key={id} id={id} className={`${panel.panel} ${classes.section}`} aria-label={title}>
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed" mb="md">
            {about}
          </Text>
          <Show />
        </section>
      ))}
    </Stack>
  </PageFrame>
)
