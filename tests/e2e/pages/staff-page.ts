import { expect, type Locator, type Page } from '@playwright/test'

/** The frame around every staff screen. */
export class StaffPage {
  readonly bell: Locator

  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.bell = page.getByRole('button', { name: /^Notifications, / })
  }

  async open(path = '/dashboard') {
    await this.page.goto(path)
    await expect(this.bell).toBeVisible()
  }

  /** Opens the page and waits until the top bar says Live: other people's changes are pushed. */
  async openLive(path?: string) {
    await this.open(path)
    await expect(this.page.getByText('Live', { exact: true })).toBeVisible()
  }

  async showsUnread(count: number) {
    await expect(this.bell).toHaveAccessibleName(
      count === 0 ? 'Notifications, none unread' : `Notifications, ${count} unread`,
    )
  }

  async addTask({ title, assignee }: { title: string; assignee: string }) {
    await this.page.getByRole('banner').getByRole('button', { name: 'Add New Task' }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Add New Task' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
    await dialog
      .getByRole('textbox', { name: 'Assignees' })
      .or(dialog.getByRole('combobox', { name: 'Assignees' }))
      .fill(assignee)
    await this.page.getByRole('option', { name: assignee }).click()
    await this.page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Create task' }).click()
    await expect(dialog).toBeHidden()
  }

  async openPanel(): Promise<Locator> {
    await this.bell.click()
    const panel = this.page.getByRole('dialog', { name: 'Notifications' })
    await expect(panel).toBeVisible()
    return panel
  }

  async logOut() {
    await this.page
      .getByRole('button', { name: /settings/i })
      .first()
      .click()
    await this.page.getByRole('menuitem', { name: 'Logout' }).click()
  }
}
