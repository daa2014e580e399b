import { Modal, Switch, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useRights } from '@/shared/hooks/current-user'
import { useKeysHere } from '@/shared/hooks/screen-keys'
import classes from './keyboard-map.module.css'
import { isAppleHere, keyWords, shortcutGroups, shortcutsFor } from './shortcuts'
import { setSingleKeys, singleKeysHere } from '@/shared/lib/single-keys'

/** Every shortcut that works here and now, from the table that binds them. */
export function KeyboardMap({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const here = useKeysHere()
  const available = shortcutsFor(useRights()).filter(({ keys }) => !here?.keys.some((own) => own.keys === keys))
  const [isOn, setOn] = useState(singleKeysHere)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard map"
      size={620}
      closeButtonProps={{ 'aria-label': 'Close keyboard map' }}
    >
      <div className={classes.groups}>
        {here ? (
          <KeyGroup
            title={here.title}
            lines={here.keys.map(({ keys, label }) => ({
              keys,
              label,
              isOff: !isOn && keys.length === 1,
              shown: <Row keys={keys.split(' ')} between={keys === 'Esc Tab' ? 'then' : '+'} />,
            }))}
          />
        ) : null}
        {shortcutGroups.map((group) => (
          <KeyGroup
            key={group}
            title={group}
            lines={available
              .filter((shortcut) => shortcut.group === group)
              .map(({ keys, label }) => ({ keys, label, isOff: isOff(keys, isOn), shown: <Keys keys={keys} /> }))}
          />
        ))}
      </div>
      <Switch
        mt="lg"
        label="Keys without Ctrl are shortcuts, outside of fields"
        checked={isOn}
        onChange={(event) => {
          setOn(event.currentTarget.checked)
          setSingleKeys(event.currentTarget.checked)
        }}
      />
    </Modal>
  )
}

const isOff = (keys: string, isOn: boolean): boolean => !isOn && !keys.startsWith('mod+')

type Line = { keys: string; label: string; isOff: boolean; shown: ReactNode }

/** The keys of a screen, or of one part of the frame, and their actions. */
const KeyGroup = ({ title, lines }: { title: string; lines: readonly Line[] }) => (
  <section aria-label={title}>
    <Title order={3} mb="xs">
      {title}
    </Title>
    <dl className={classes.keys}>
      {lines.map(({ keys, label, isOff, shown }) => (
        <div key={keys} className={classes.line} data-off={isOff || undefined}>
          <dt>{shown}</dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  </section>
)

function Keys({ keys }: { keys: string }) {
  return <Row keys={keyWords(keys, isAppleHere())} between={keys.includes('+') ? '+' : 'then'} />
}

const Row = ({ keys, between }: { keys: readonly string[]; between: string }) =>
  keys.map((key, place) => (
    <span key={key}>
      {place > 0 ? <span className={classes.between}>{between}</span> : null}
      <kbd className={classes.key}>{key}</kbd>
    </span>
  ))
