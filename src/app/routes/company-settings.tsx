export { CompanySettingsScreen as Component } from '@/features/website/components/company-settings-screen'
