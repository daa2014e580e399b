import { Modal, Switch, Title } from '@mantine/core'
import { useState } from 'react'
import { useRights } from '@/shared/ui/current-user'
import { useKeysHere } from '@/shared/ui/screen-keys'
import classes from './keyboard-map.module.css'
import { isAppleHere, keyWords, type Shortcut, shortcutGroups, shortcutsFor } from './shortcuts'
import { setSingleKeys, singleKeysHere } from './single-keys'

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
          <section aria-label={here.title}>
            <Title order={3} mb="xs">
              {here.title}
            </Title>
            <dl className={classes.keys}>
              {here.keys.map(({ keys, label }) => (
                <div key={keys} className={classes.line} data-off={(!isOn && keys.length === 1) || undefined}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <kbd key={key} className={classes.key}>
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ) : null}
        {shortcutGroups.map((group) => (
          <section key={group} aria-label={group}>
            <Title order={3} mb="xs">
              {group}
            </Title>
            <dl className={classes.keys}>
              {available
                .filter((shortcut) => shortcut.group === group)
                .map((shortcut) => (
                  <div key={shortcut.keys} className={classes.line} data-off={isOff(shortcut, isOn) || undefined}>
                    <dt>
                      <Keys keys={shortcut.keys} />
                    </dt>
                    <dd>{shortcut.label}</dd>
                  </div>
                ))}
            </dl>
          </section>
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

const isOff = ({ keys }: Shortcut, isOn: boolean): boolean => !isOn && !keys.startsWith('mod+')

function Keys({ keys }: { keys: string }) {
  const words = keyWords(keys, isAppleHere())
  return words.map((word, place) => (
    <span key={word}>
      {place > 0 ? <span className={classes.between}>{keys.includes('+') ? '+' : 'then'}</span> : null}
      <kbd className={classes.key}>{word}</kbd>
    </span>
  ))
}
