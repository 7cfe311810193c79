// client.cs - a .NET program like those written for the original: DetermineGrid2 by P/Invoke from "C[o]re.dll", with the
// declarations that such programs use.
using System;
using System.Runtime.InteropServices;

static class Client
{
    [DllImport("C[o]re.dll")]
    static extern void DetermineGrid2(byte[] strMineBoard, [Out] float[] probabilityMine,
        [Out] float[] probabilityZeroMineAround, out uint numValidGen, uint numThread, uint minValidGen,
        uint timeCalculationMS);

    [DllImport("C[o]re.dll", EntryPoint = "DetermineGrid2", CharSet = CharSet.Ansi)]
    static extern void DetermineGrid2OfString(string strMineBoard, [In, Out] float[] probabilityMine,
        [In, Out] float[] probabilityZeroMineAround, ref uint numValidGen, uint numThread, uint minValidGen,
        uint timeCalculationMS);

    [DllImport("C[o]re.dll", EntryPoint = "DetermineGrid2")]
    static extern void DetermineGrid2OfPointers(IntPtr strMineBoard, IntPtr probabilityMine,
        IntPtr probabilityZeroMineAround, IntPtr numValidGen, uint numThread, uint minValidGen, uint timeCalculationMS);

    static void Require(bool condition, string what)
    {
        if (!condition)
        {
            Console.Error.WriteLine("failed: " + what);
            Environment.Exit(1);
        }
    }

    static void CheckSampled(float[] mine, float[] zero, uint valid)
    {
        Require(valid >= 512, "boards were drawn");
        for (int i = 0; i < 256; i++)
            Require(mine[i] > 0.05 && mine[i] < 0.35 && zero[i] > 0 && zero[i] < 0.7, "shares of a blank board");
    }

    static void CheckShortcut(float[] mine, float[] zero, uint valid)
    {
        Require(valid == 0, "no boards after the shortcut");
        for (int i = 0; i < 256; i++)
            Require(mine[i] == (i == 1 || i == 16 || i == 17 ? 1 : -1) && zero[i] == -1, "the certain mines");
    }

    static int Main()
    {
        float[] mine = new float[256], zero = new float[256];
        uint valid;
        string blank = new string('-', 256), corner = "3" + new string('-', 255);

        DetermineGrid2(System.Text.Encoding.ASCII.GetBytes(blank), mine, zero, out valid, 2, 50000, 5000);
        CheckSampled(mine, zero, valid);
        DetermineGrid2(System.Text.Encoding.ASCII.GetBytes(corner), mine, zero, out valid, 2, 50000, 5000);
        CheckShortcut(mine, zero, valid);

        mine = new float[256];
        zero = new float[256];
        DetermineGrid2OfString(blank, mine, zero, ref valid, 0, 50000, 5000);
        CheckSampled(mine, zero, valid);
        DetermineGrid2OfString(corner, mine, zero, ref valid, 0, 50000, 5000);
        CheckShortcut(mine, zero, valid);

        DetermineGrid2OfPointers(IntPtr.Zero, IntPtr.Zero, IntPtr.Zero, IntPtr.Zero, 1, 1, 1);
        Console.WriteLine("client.cs " + 8 * IntPtr.Size);
        return 0;
    }
}
