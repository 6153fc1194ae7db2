import { openPictures } from '@/state/pictures';
import { Button } from '@/ui/Button';
import { Kbd } from '@/ui/Kbd';

interface ShareButtonsProps {
  readonly className: string | undefined;
  readonly onShare: () => void;
}

/** In the head of a result: a link or a file of it, and pictures of its plots. */
export function ShareButtons({ className, onShare }: ShareButtonsProps) {
  return (
    <>
      <Button
        className={className}
        aria-haspopup="dialog"
        onClick={onShare}
        rightSection={<Kbd>s</Kbd>}
      >
        Share
      </Button>
      <Button
        className={className}
        aria-haspopup="dialog"
        onClick={() => openPictures()}
        rightSection={<Kbd>p</Kbd>}
      >
        Picture
      </Button>
    </>
  );
}
