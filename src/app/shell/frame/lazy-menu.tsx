import { ActionIcon } from '@mantine/core'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Hint } from '@/shared/ui/page/hint'
import { reportMissingPart } from '@/shared/lib/missing-part'

type MenuButton = { label: string; icon: ReactNode; className?: string | undefined }
export type LaterMenuProps = MenuButton & { opened: boolean; onOpened: (opened: boolean) => void }

/** A button of the frame with a menu, whose code loads on hover or focus. */
export function lazyMenu(load: () => Promise<ComponentType<LaterMenuProps>>) {
  let fetched: ComponentType<LaterMenuProps> | null = null
  const fetchOnce = async () => (fetched ??= await load())
  const ahead = () => void fetchOnce().catch(() => {})

  return function MenuLater(button: MenuButton) {
    const [menu, setMenu] = useState(() => (fetched ? { Menu: fetched } : null))
    const [opened, setOpened] = useState(false)
    const failed = () => {
      setOpened(false)
      reportMissingPart()
    }
    const open = () => {
      setOpened(true)
      fetchOnce().then((Menu) => setMenu({ Menu }), failed)
    }
    if (menu) return <menu.Menu {...button} opened={opened} onOpened={setOpened} />
    return (
      <Hint label={button.label} className={button.className}>
        <ActionIcon
          size="lg"
          aria-label={button.label}
          aria-haspopup="menu"
          aria-expanded={opened}
          onPointerEnter={ahead}
          onFocus={ahead}
          onClick={open}
        >
          {button.icon}
        </ActionIcon>
      </Hint>
    )
  }
}
