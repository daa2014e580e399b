import { ActionIcon, Group, Menu, MultiSelect, Button, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { notifications } from '@mantine/notifications'
import { notifyWithUndo } from '@/kit/confirm'
import type { Block, BlockKind } from '@/shared/domain/web/site-blocks'
import type { PageFacts } from '../../shared/api/site.query'
import { kinds, kindWords, withValue } from '../edits'
import { EditedBlockContext } from './edited-parts'
import classes from './editor.module.css'

const refused = 'This does not fit here: it is too long, has a tag such as <b>, or is no address of a page.'

type EditedBlockFrameProps = {
  block: Block
  place: number
  count: number
  facts: PageFacts
  onChange: (next: Block, isStep: boolean) => void
  onMove: (to: number) => void
  onRemove: () => void
  children: ReactNode
}

/** A block with its frame and handle. Alt and an arrow move it. */
export function EditedBlockFrame(props: EditedBlockFrameProps) {
  const { block, place, count, onChange, onMove, children } = props
  const edited = useMemo(() => {
    const change = (next: Block | null, isStep = true) =>
      next ? onChange(next, isStep) : void notifications.show({ color: 'red', message: refused })
    return {
      block,
      change,
      remove: (next: Block | null, words: string) => {
        change(next)
        notifyWithUndo(words, () => onChange(block, true))
      },
    }
  }, [block, onChange])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(place + (event.key === 'ArrowUp' ? -1 : 1))
  }
  const name = kindWords[block.kind]
  return (
    <div
      className={classes.block}
      role="group"
      aria-label={`${name}, ${place + 1} of ${count}`}
      data-block={block.id}
      onKeyDown={onKeyDown}
      onDragOver={(event) => event.dataTransfer.types.includes(dragged) && event.preventDefault()}
      onDrop={(event) => {
        const from = event.dataTransfer.getData(dragged)
        if (from === '') return
        event.preventDefault()
        dropOn.get(from)?.(place)
      }}
    >
      <Handle {...props} onChoose={(next) => edited.change(next)} />
      <EditedBlockContext value={edited}>{children}</EditedBlockContext>
    </div>
  )
}

type HandleProps = Omit<EditedBlockFrameProps, 'children' | 'onChange'> & { onChoose: (next: Block | null) => void }

/** What a block is, and what can be done with it. */
function Handle({ block, place, count, facts, onMove, onRemove, onChoose }: HandleProps) {
  const name = kindWords[block.kind]
  return (
    <Group gap={4} className={classes.handle ?? ''}>
      <span
        className={classes.grip}
        draggable
        aria-hidden="true"
        onDragStart={(event) => {
          dropOn.set(block.id, onMove)
          event.dataTransfer.setData(dragged, block.id)
          event.dataTransfer.effectAllowed = 'move'
        }}
        onDragEnd={() => dropOn.delete(block.id)}
      >
        <IconGripVertical size={18} />
      </span>
      <Text size="sm" fw={600} mr="xs">
        {name}
      </Text>
      <Act
        label="Move up"
        isOff={place === 0}
        icon={<IconArrowUp size={18} />}
        onClick={() => onMove(place - 1)}
        of={name}
      />
      <Act
        label="Move down"
        isOff={place === count - 1}
        icon={<IconArrowDown size={18} />}
        onClick={() => onMove(place + 1)}
        of={name}
      />
      <Act label="Remove" icon={<IconTrash size={18} />} onClick={onRemove} of={name} />
      {block.kind === 'services' || block.kind === 'prices' ? (
        <MultiSelect
          size="xs"
          aria-label="Which services"
          placeholder={block.services?.length ? '' : 'All services, in their order'}
          data={facts.services.map(({ slug, name: label }) => ({ value: slug, label }))}
          value={block.services ?? []}
          maxValues={24}
          onChange={(services) => onChoose(withValue(block, 'services', services))}
          className={classes.which ?? ''}
        />
      ) : null}
      {block.kind === 'text' ? (
        <Button
          size="xs"
          variant="default"
          onClick={() => onChoose(withValue(block, 'side', block.side === 'left' ? 'right' : 'left'))}
        >
          {block.side === 'left' ? 'Picture to the right' : 'Picture to the left'}
        </Button>
      ) : null}
    </Group>
  )
}

const dragged = 'application/x-site-block'
/** How the block that is being dragged goes to another place, by its id. */
const dropOn = new Map<string, (to: number) => void>()

function Act(props: { label: string; of: string; icon: ReactNode; isOff?: boolean; onClick: () => void }) {
  const { label, of, icon, isOff = false, onClick } = props
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={34} aria-label={`${label}: ${of}`} disabled={isOff} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

/** The place between two blocks, at which another one is added. */
export function AddBlock({ isFull, onAdd }: { isFull: boolean; onAdd: (kind: BlockKind) => void }) {
  if (isFull) return null
  return (
    <div className={classes.add}>
      <Menu position="bottom" withinPortal>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
            Add a block
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map((kind) => (
            <Menu.Item key={kind} onClick={() => onAdd(kind)}>
              {kindWords[kind]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
