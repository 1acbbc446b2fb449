// An avatar whose picture is a media handle of this account.
import { Avatar, type AvatarSize } from '#ui/marks/Avatar';
import { useMediaUrl } from './context';

export interface MediaAvatarProps {
  /** User id or room id: chooses the colour. */
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly size?: AvatarSize;
  readonly className?: string | undefined;
}

export function MediaAvatar({ avatar, ...rest }: MediaAvatarProps) {
  const url = useMediaUrl();
  return <Avatar {...rest} src={url(avatar)} />;
}
