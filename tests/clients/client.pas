{ client.pas - the declaration for Delphi, compiled by Free Pascal in its Delphi mode. }
{$mode delphi}
program client;

const
{$ifdef windows}
  LibraryName = 'C[o]re.dll';
{$else}
  LibraryName = 'libminesweeper_core.so';
{$endif}

procedure DetermineGrid2(strMineBoard: PAnsiChar; probabilityMine, probabilityZeroMineAround: PSingle;
  var numValidGen: Cardinal; numThread, minValidGen, timeCalculationMS: Cardinal);
  {$ifdef windows} stdcall; {$else} cdecl; {$endif} external LibraryName;

var
  Board: array[0..255] of AnsiChar;
  Mine, Zero: array[0..255] of Single;
  Valid: Cardinal;
  I: Integer;

begin
  FillChar(Board, SizeOf(Board), '-');
  DetermineGrid2(@Board[0], @Mine[0], @Zero[0], Valid, 2, 50000, 5000);
  if Valid < 512 then Halt(1);
  for I := 0 to 255 do
    if (Mine[I] < 0.05) or (Mine[I] > 0.35) or (Zero[I] < 0) or (Zero[I] > 0.7) then Halt(2);
  Board[0] := '3';
  DetermineGrid2(@Board[0], @Mine[0], @Zero[0], Valid, 1, 1000, 1000);
  if Valid <> 0 then Halt(3);
  for I := 0 to 255 do
    if ((I in [1, 16, 17]) <> (Mine[I] = 1.0)) or (Zero[I] <> -1.0) then Halt(4);
  WriteLn('client.pas ', 8 * SizeOf(Pointer));
end.
