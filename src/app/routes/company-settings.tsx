export { CompanySettingsScreen as Component } from '@/features/site/website/components/company-settings-screen'
