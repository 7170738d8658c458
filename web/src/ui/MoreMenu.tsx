import { Menu } from '@mantine/core'
import { Link } from 'react-router'
import { Icon, type IconName } from './Icon.tsx'

type Item = { label: string; icon?: IconName; danger?: boolean } & ({ to: string } | { onClick: () => void })

/** Rarer things that can be done with a row or page. */
export const MoreMenu = ({ label = 'その他の操作', items }: { label?: string; items: readonly Item[] }) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <button className="k-icon-button" type="button" aria-label={label} title={label}>
        <Icon name="more" />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {items.map(item => {
        const look = {
          ...(item.icon === undefined ? {} : { leftSection: <Icon name={item.icon} size={16} /> }),
          ...(item.danger ? { color: 'red' } : {}),
        }
        return 'to' in item ? (
          <Menu.Item key={item.label} component={Link} to={item.to} {...look}>
            {item.label}
          </Menu.Item>
        ) : (
          <Menu.Item key={item.label} onClick={item.onClick} {...look}>
            {item.label}
          </Menu.Item>
        )
      })}
    </Menu.Dropdown>
  </Menu>
)
