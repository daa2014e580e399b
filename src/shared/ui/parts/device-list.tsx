import { ActionIcon, Text } from '@mantine/core'
import { IconDeviceMobile, IconTrash } from '@tabler/icons-react'
import classes from './device-list.module.css'

type Device = { id: string; name: string; detail: string }
type DeviceListProps = {
  devices: readonly Device[]
  label?: string
  /** The device in front of the person; it has no button to remove it. */
  here?: string | undefined
  onRemove: (id: string) => void
}

/** The devices of a person, each with its name, a line about it and a way to remove it. */
export const DeviceList = ({ devices, label, here, onRemove }: DeviceListProps) => (
  <ul className={classes.devices} aria-label={label}>
    {devices.map(({ id, name, detail }) => (
      <li key={id} className={classes.device}>
        <IconDeviceMobile size={20} stroke={1.5} aria-hidden />
        <div>
          <Text fw={550}>
            {name}
            {id === here ? ' (this device)' : ''}
          </Text>
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        </div>
        {id === here ? null : (
          <ActionIcon variant="subtle" color="red" aria-label={`Remove ${name}`} onClick={() => onRemove(id)}>
            <IconTrash size={18} stroke={1.5} />
          </ActionIcon>
        )}
      </li>
    ))}
  </ul>
)
