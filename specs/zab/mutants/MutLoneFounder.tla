--------------------------- MODULE MutLoneFounder ---------------------------
(* LoneFounder with one guard weakened at a time. *)
EXTENDS MCLoneFounder

\* For MayTell: the founding is sent as soon as it is written.
TellsUnsynced == TRUE

\* For Looked: it looks for nobody.
DoesNotLook == TRUE

\* For MayFound: what it has heard means nothing to it.
HearsInVain == log = 0
=============================================================================
