"""Operations on the law, proposals, offices and elections."""
