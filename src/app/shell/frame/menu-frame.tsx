import { ActionIcon, Menu } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Hint } from '@/shared/ui/page/hint'
import type { LaterMenuProps } from './lazy-menu'

type MenuFrameProps = LaterMenuProps & { width: number; children: ReactNode }

/** The button of `menuLater` once its code is here, with its menu. */
export function MenuFrame({ label, icon, className, opened, onOpened, width, children }: MenuFrameProps) {
  const button = useRef<HTMLButtonElement>(null)
  const wasWanted = useRef(opened)
  // It took the place of the button that was pressed.
  useEffect(() => {
    if (wasWanted.current) button.current?.focus()
  }, [])
  return (
    <Menu position="bottom-end" width={width} opened={opened} onChange={onOpened}>
      <Hint label={label} className={className}>
        <Menu.Target>
          <ActionIcon ref={button} size="lg" aria-label={label}>
            {icon}
          </ActionIcon>
        </Menu.Target>
      </Hint>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
