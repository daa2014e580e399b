import { withTax } from '@/shared/domain/text/formats'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Column } from './column'

type ListMenuProps<Row> = {
  many: string
  columns: readonly Column<Row>[]
  shown: ReadonlySet<string>
  onShow: (names: ReadonlySet<string>) => void
  isExporting: boolean
  onExport: (() => void) | null
  /** Further entries of this list, above the others. */
  children?: ReactNode
}

/** The menu of a list: export its rows, choose its columns. */
export function ListMenu<Row>({ many, columns, shown, onShow, isExporting, onExport, children }: ListMenuProps<Row>) {
  const toggle = (name: string) => {
    const next = new Set(shown)
    if (!next.delete(name)) next.add(name)
    onShow(next)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="input-sm" variant="default" aria-label={`More about ${many}`} loading={isExporting}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {onExport ? (
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={onExport}>
            {`Export these ${many}`}
          </Menu.Item>
        ) : null}
        {columns.length > 1 ? <Menu.Label>Columns</Menu.Label> : null}
        {columns.slice(1).map(({ name, label }) => (
          <Menu.CheckboxItem key={name} checked={shown.has(name)} onChange={() => toggle(name)}>
            {withTax(label)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
