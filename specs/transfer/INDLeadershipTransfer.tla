----------------------- MODULE INDLeadershipTransfer -----------------------
(***************************************************************************)
(* Is IndInv inductive?  TLC tries: it draws states at random, keeps those *)
(* that satisfy IndInv, reachable or not, takes every step from each, and  *)
(* checks IndInv after it (and Safety before it).                          *)
(*                                                                         *)
(* Of states drawn blindly nearly none would satisfy the invariant.  So    *)
(* what is drawn is bent towards it: reports and permits of a leader are   *)
(* drawn relative to the run of their server, messages relative to the     *)
(* epoch of their sender; and now and then one thing is twisted, so that    *)
(* no part of IndInv holds of all draws.  The draw only proposes; IndInv    *)
(* decides.                                                                *)
(***************************************************************************)
EXTENDS PermitInvariant, Randomization, TLC

CONSTANTS
    \* How many states are drawn.
    \* @type: Int;
    Draws

IndPlace == CHOOSE f \in [Server -> 0..(Cardinality(Server) - 1)] : \A s, t \in Server : s # t => f[s] # f[t]

\* One element of S, drawn anew at each call: i keeps TLC from remembering the draw.
OneOf(i, S) == RandomSubset(1, S)

AtLeast(a, b) == IF a < b THEN b ELSE a

\* The odd numbers are the permits.
Odd(n) == IF n % 2 = 1 THEN n ELSE n - 1

\* A message as it might have been sent: `back` epochs and runs ago.
Likely(type, src, dst, epochsBack, runsBack, e, r) ==
    LET from == e[src] - epochsBack
    IN CASE type = "report" -> Message("report", src, dst, from, AtLeast(r[src] - runsBack, 0), 0)
         [] type = "permit" -> Message("permit", src, dst, from, AtLeast(Odd(r[dst] + 1 - runsBack), 1), 0)
         [] type = "start" -> Message("start", src, dst, from, 0, 0)

Draw(i) ==
    \E newest \in OneOf(i, Quorums), behind \in OneOf(i, [Server -> 1..2]), head \in OneOf(i, Server),
       roles \in OneOf(i, [Server -> 0..3]), runs \in OneOf(i, [Server -> {0, 1, 2, 3, 4, 6}]), since \in OneOf(i, [Server -> 0..1]),
       hot \in OneOf(i, [Server -> 0..MaxPressure]),
       told \in OneOf(i, [Server \X Server -> 0..4]), gave \in OneOf(i, [Server \X Server -> 0..3]),
       goal \in OneOf(i, [Server -> Server \cup {Nobody}]), goes \in OneOf(i, 0..1),
       n \in OneOf(i, 0..3), type \in OneOf(i, [1..3 -> {"report", "permit", "start"}]), src \in OneOf(i, [1..3 -> Server]),
       dst \in OneOf(i, [1..3 -> Server]), epochsBack \in OneOf(i, [1..3 -> 0..1]), runsBack \in OneOf(i, [1..3 -> 0..2]),
       ill \in OneOf(i, SUBSET Server), twist \in OneOf(i, 0..9), who \in OneOf(i, Server) :
    LET e == [s \in Server |-> IF twist = 1 /\ s = who THEN 5 ELSE IF s \in newest THEN 4 ELSE 4 - behind[s]]
        leads(s) == IF s \in newest THEN s = head /\ roles[s] # 3 ELSE roles[s] < 2
        \* Leaders are idle, but for a twist.
        r == [s \in Server |-> IF leads(s) /\ twist # 2 THEN 2 * (runs[s] \div 2) ELSE runs[s]]
        \* Nothing, what is true now, or an earlier run.
        said(l, s) ==
            IF told[l, s] = 0 \/ (e[s] < e[l] /\ twist # 3) THEN -1
            ELSE AtLeast(r[s] - CASE told[l, s] < 3 -> 0 [] told[l, s] = 3 -> 1 [] told[l, s] = 4 -> 2, -1)
        \* Nothing, or the permit for the next run or this one.
        given(l, s) ==
            IF l = s \/ gave[l, s] = 0 \/ said(l, s) < 0 THEN 0 ELSE AtLeast(Odd(r[s] + 2 - gave[l, s]), 0)
        \* How long ago a message was sent: one is from the future.
        ago(back, j) == IF twist = 4 /\ j = 1 THEN -1 ELSE back[j]
    IN /\ epoch = e
       /\ run = r
       /\ role = [s \in Server |-> IF leads(s) THEN "leader" ELSE IF roles[s] = 2 THEN "down" ELSE "follower"]
       /\ under = [s \in Server |-> IF r[s] % 2 = 0 THEN 0 ELSE AtLeast(e[s] - since[s], 1)]
       /\ pressure = hot
       /\ unfit = ill
       /\ heard = [l \in Server |-> [s \in Server |-> IF leads(l) THEN [run |-> said(l, s), pressure |-> hot[s]] ELSE Unheard]]
       /\ granted = [l \in Server |-> [s \in Server |-> IF leads(l) THEN given(l, s) ELSE 0]]
       /\ target = [s \in Server |-> IF leads(s) /\ goes = 0 /\ goal[s] # s THEN goal[s] ELSE Nobody]
       /\ lag = [s \in Server |-> 0]
       /\ wait = [s \in Server |-> 0]
       /\ msgs = {Likely(type[j], src[j], dst[j], ago(epochsBack, j), ago(runsBack, j), e, r) : j \in 1..n}

IndInit == (\E i \in 1..Draws : Draw(i)) /\ IndInv

IndSpec == IndInit /\ [][IndNext]_<<vars, under>>

\* One step from the states drawn.
OneStep == TLCGet("level") < 2

=============================================================================
